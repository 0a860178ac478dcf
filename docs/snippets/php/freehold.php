<?php
// Signed requests with PHP 8 and its curl and mbstring extensions. Require it for `freehold_request`, or run:
//   php freehold.php METHOD PATH [BODY] [IDEMPOTENCY_KEY]
// Settings: FREEHOLD_BASE_URL, FREEHOLD_KEY_ID, FREEHOLD_SECRET.
declare(strict_types=1);

/** Orders strings by UTF-16 code units, as the service does. */
function freehold_compare(string $a, string $b): int
{
    return strcmp(mb_convert_encoding($a, 'UTF-16BE', 'UTF-8'), mb_convert_encoding($b, 'UTF-16BE', 'UTF-8'));
}

/** Decodes the pairs, sorts them by key and value, and encodes them again. */
function freehold_canonical_query(string $rawQuery): string
{
    $pairs = [];
    foreach (explode('&', $rawQuery) as $part) {
        if ($part === '') continue;
        [$key, $value] = explode('=', $part, 2) + [1 => ''];
        $pairs[] = [urldecode($key), urldecode($value)];
    }
    usort($pairs, fn ($a, $b) => freehold_compare($a[0], $b[0]) ?: freehold_compare($a[1], $b[1]));
    return implode('&', array_map(fn ($pair) => rawurlencode($pair[0]) . '=' . rawurlencode($pair[1]), $pairs));
}

/** Returns the value of the X-Service-Signature header. */
function freehold_sign(
    string $secret, string $method, string $path, string $query, string $timestamp, string $nonce, string $body = ''
): string {
    $verb = strtoupper($method);
    $bodyHash = hash('sha256', in_array($verb, ['GET', 'HEAD'], true) ? '' : $body);
    $text = implode("\n", [$verb, $path, freehold_canonical_query($query), $timestamp, $nonce, $bodyHash]);
    return 'v1=' . hash_hmac('sha256', $text, $secret);
}

/** Sends a signed request. $target is the path with its query; $body is the exact JSON text to send. Returns [status, text]. */
function freehold_request(
    string $baseUrl, string $keyId, string $secret, string $method, string $target, ?string $body = null, array $headers = []
): array {
    [$path, $rawQuery] = explode('?', $target, 2) + [1 => ''];
    $query = freehold_canonical_query($rawQuery);
    $timestamp = (string) time();
    $nonce = bin2hex(random_bytes(16));
    $headers[] = "X-Service-Key-Id: $keyId";
    $headers[] = "X-Service-Timestamp: $timestamp";
    $headers[] = "X-Service-Nonce: $nonce";
    $headers[] = 'X-Service-Signature: ' . freehold_sign($secret, $method, $path, $query, $timestamp, $nonce, $body ?? '');
    if ($body !== null) $headers[] = 'Content-Type: application/json';
    $curl = curl_init($baseUrl . $path . ($query === '' ? '' : "?$query"));
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => strtoupper($method),
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_PATH_AS_IS => true,
    ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
    $text = curl_exec($curl);
    if ($text === false) throw new RuntimeException(curl_error($curl));
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $text];
}

if (realpath($argv[0] ?? '') === __FILE__) {
    $settings = array_map('getenv', ['FREEHOLD_BASE_URL', 'FREEHOLD_KEY_ID', 'FREEHOLD_SECRET']);
    [, $method, $target, $body, $key] = $argv + [3 => null, 4 => null];
    $headers = $key === null ? [] : ["Idempotency-Key: $key"];
    [$status, $text] = freehold_request(...[...$settings, $method, $target, $body, $headers]);
    echo $text, "\n";
    exit($status < 400 ? 0 : 1);
}
