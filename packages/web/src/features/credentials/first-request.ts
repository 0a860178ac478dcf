// A command that signs and sends one request, with nothing but a shell, openssl and curl.

const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const PATH = '/api/partner/v1/me'

type Key = { baseUrl: string; keyId: string; secret: string }

/** In single quotes a shell reads every character as it stands, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export const firstRequest = ({ baseUrl, keyId, secret }: Key): string =>
  [
    `KEY_ID=${quoted(keyId)}`,
    `SECRET=${quoted(secret)}`,
    'TIMESTAMP=$(date +%s)',
    'NONCE=$(openssl rand -hex 16)',
    `BODY_HASH=${HASH_OF_NOTHING}`,
    `SIGNATURE=$(printf 'GET\\n${PATH}\\n\\n%s\\n%s\\n%s' "$TIMESTAMP" "$NONCE" "$BODY_HASH" \\`,
    `  | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)`,
    `curl ${quoted(baseUrl + PATH)} \\`,
    '  -H "X-Service-Key-Id: $KEY_ID" \\',
    '  -H "X-Service-Timestamp: $TIMESTAMP" \\',
    '  -H "X-Service-Nonce: $NONCE" \\',
    '  -H "X-Service-Signature: v1=$SIGNATURE"',
  ].join('\n')
