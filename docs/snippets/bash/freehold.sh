#!/usr/bin/env bash
# Signed requests with bash 4, openssl and curl. Run it, or `source` it for the functions.
#   ./freehold.sh METHOD PATH [CANONICAL_QUERY] [BODY] [IDEMPOTENCY_KEY]
# Settings: FREEHOLD_BASE_URL, FREEHOLD_KEY_ID, FREEHOLD_SECRET. Sort the query by key yourself, and encode it with freehold_encode.

# freehold_encode TEXT: percent-encodes one key or value of a query.
freehold_encode() {
  local LC_ALL=C text=$1 index char
  for ((index = 0; index < ${#text}; index++)); do
    char=${text:index:1}
    case $char in
      [A-Za-z0-9._~-]) printf '%s' "$char" ;;
      *) printf '%%%02X' "$(($(printf '%d' "'$char") & 255))" ;;
    esac
  done
}

# freehold_sign METHOD PATH CANONICAL_QUERY TIMESTAMP NONCE BODY
freehold_sign() {
  local method=${1^^} body=$6 body_hash
  case $method in GET | HEAD) body='' ;; esac
  body_hash=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)
  printf '%s\n%s\n%s\n%s\n%s\n%s' "$method" "$2" "$3" "$4" "$5" "$body_hash" |
    openssl dgst -sha256 -hmac "$FREEHOLD_SECRET" -r | cut -d' ' -f1 | sed 's/^/v1=/'
}

# freehold METHOD PATH [CANONICAL_QUERY] [BODY] [IDEMPOTENCY_KEY]: sends a signed request. Recording an order requires a key.
freehold() {
  local method=${1^^} path=$2 query=${3:-} body=${4:-} key=${5:-} timestamp nonce
  timestamp=$(date +%s)
  nonce=$(openssl rand -hex 16)
  set -- --silent --show-error --fail-with-body --globoff --path-as-is --request "$method" \
    --header "X-Service-Key-Id: $FREEHOLD_KEY_ID" \
    --header "X-Service-Timestamp: $timestamp" \
    --header "X-Service-Nonce: $nonce" \
    --header "X-Service-Signature: $(freehold_sign "$method" "$path" "$query" "$timestamp" "$nonce" "$body")"
  if [ -n "$body" ]; then set -- "$@" --header 'Content-Type: application/json' --data-raw "$body"; fi
  if [ -n "$key" ]; then set -- "$@" --header "Idempotency-Key: $key"; fi
  curl "$@" "$FREEHOLD_BASE_URL$path${query:+?$query}"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then freehold "$@"; fi
