"""Signed requests with Python 3.8 or later and no packages. Import `request`, or run:

    python3 freehold.py METHOD PATH [BODY] [IDEMPOTENCY_KEY]

Settings: FREEHOLD_BASE_URL, FREEHOLD_KEY_ID, FREEHOLD_SECRET.
"""

import hashlib
import hmac
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from urllib.parse import parse_qsl, quote


def _order(text):
    """Orders strings by UTF-16 code units, as the service does."""
    return text.encode("utf-16-be")


def canonical_query(raw_query):
    """Decodes the pairs, sorts them by key and value, and encodes them again."""
    pairs = parse_qsl(raw_query, keep_blank_values=True, separator="&")
    pairs.sort(key=lambda pair: (_order(pair[0]), _order(pair[1])))
    return "&".join(f"{quote(key, safe='')}={quote(value, safe='')}" for key, value in pairs)


def sign(secret, method, path, query, timestamp, nonce, body=b""):
    """Returns the value of the X-Service-Signature header."""
    verb = method.upper()
    signed_body = b"" if verb in ("GET", "HEAD") else body
    body_hash = hashlib.sha256(signed_body).hexdigest()
    text = "\n".join([verb, path, canonical_query(query), timestamp, nonce, body_hash])
    return "v1=" + hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def request(base_url, key_id, secret, method, target, body=None, headers=None):
    """Sends a signed request. `target` is the path with its query; `body` is the exact JSON text to send."""
    path, _, raw_query = target.partition("?")
    query = canonical_query(raw_query)
    data = None if body is None else body.encode()
    timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
    sent = urllib.request.Request(base_url + path + (f"?{query}" if query else ""), data, method=method.upper())
    for name, value in {
        **(headers or {}),
        **({} if data is None else {"Content-Type": "application/json"}),
        "X-Service-Key-Id": key_id,
        "X-Service-Timestamp": timestamp,
        "X-Service-Nonce": nonce,
        "X-Service-Signature": sign(secret, method, path, query, timestamp, nonce, data or b""),
    }.items():
        sent.add_header(name, value)
    try:
        with urllib.request.urlopen(sent) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


if __name__ == "__main__":
    settings = [os.environ[name] for name in ("FREEHOLD_BASE_URL", "FREEHOLD_KEY_ID", "FREEHOLD_SECRET")]
    method, target, body, key = (sys.argv[1:] + [None, None])[:4]
    headers = {"Idempotency-Key": key} if key else {}
    status, text = request(*settings, method, target, body, headers)
    print(text)
    sys.exit(0 if status < 400 else 1)
