// Signed requests with Java 17 or later and its standard library. Copy the class, or run:
//   java Freehold.java METHOD PATH [BODY] [IDEMPOTENCY_KEY]
// Settings: FREEHOLD_BASE_URL, FREEHOLD_KEY_ID, FREEHOLD_SECRET.
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Freehold {
  private static final String KEPT = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";

  private record Pair(String key, String value) {}

  /** Decodes form encoding. Leaves an invalid escape unchanged. */
  static String decode(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    var out = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      if (low >= 0) {
        out.write(high * 16 + low);
        i += 2;
      } else {
        out.write(bytes[i] == '+' ? ' ' : bytes[i]);
      }
    }
    return out.toString(UTF_8);
  }

  static String encode(String text) {
    var out = new StringBuilder();
    for (byte one : text.getBytes(UTF_8)) {
      if (KEPT.indexOf(one) >= 0) out.append((char) one);
      else out.append(String.format("%%%02X", one & 0xff));
    }
    return out.toString();
  }

  /** Decodes the pairs, sorts them by key and value, and encodes them again. */
  static String canonicalQuery(String rawQuery) {
    List<Pair> pairs = new ArrayList<>();
    for (String part : rawQuery.split("&")) {
      if (part.isEmpty()) continue;
      String[] sides = part.split("=", 2);
      pairs.add(new Pair(decode(sides[0]), sides.length == 2 ? decode(sides[1]) : ""));
    }
    pairs.sort(Comparator.comparing(Pair::key).thenComparing(Pair::value));
    return pairs.stream()
        .map(pair -> encode(pair.key()) + "=" + encode(pair.value()))
        .collect(Collectors.joining("&"));
  }

  /** Returns the value of the X-Service-Signature header. */
  static String sign(
      String secret, String method, String path, String query, String timestamp, String nonce, String body)
      throws GeneralSecurityException {
    String verb = method.toUpperCase();
    String signedBody = verb.equals("GET") || verb.equals("HEAD") ? "" : body;
    byte[] bodyHash = MessageDigest.getInstance("SHA-256").digest(signedBody.getBytes(UTF_8));
    String text =
        String.join("\n", verb, path, canonicalQuery(query), timestamp, nonce, HexFormat.of().formatHex(bodyHash));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    return "v1=" + HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
  }

  /**
   * Sends a signed request. `target` is the path with its query; `body` is the exact JSON text to send. Both `body` and
   * `idempotencyKey` may be null; recording an order requires a key.
   */
  static HttpResponse<String> request(
      String baseUrl,
      String keyId,
      String secret,
      String method,
      String target,
      String body,
      String idempotencyKey)
      throws Exception {
    String[] sides = target.split("\\?", 2);
    String query = sides.length == 2 ? canonicalQuery(sides[1]) : "";
    String timestamp = String.valueOf(Instant.now().getEpochSecond());
    String nonce = UUID.randomUUID().toString();
    String signature = sign(secret, method, sides[0], query, timestamp, nonce, body == null ? "" : body);
    var request =
        HttpRequest.newBuilder(URI.create(baseUrl + sides[0] + (query.isEmpty() ? "" : "?" + query)))
            .method(method.toUpperCase(), body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("X-Service-Key-Id", keyId)
            .header("X-Service-Timestamp", timestamp)
            .header("X-Service-Nonce", nonce)
            .header("X-Service-Signature", signature);
    if (body != null) request.header("Content-Type", "application/json");
    if (idempotencyKey != null) request.header("Idempotency-Key", idempotencyKey);
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  public static void main(String[] arguments) throws Exception {
    var response =
        request(
            System.getenv("FREEHOLD_BASE_URL"),
            System.getenv("FREEHOLD_KEY_ID"),
            System.getenv("FREEHOLD_SECRET"),
            arguments[0],
            arguments[1],
            arguments.length > 2 ? arguments[2] : null,
            arguments.length > 3 ? arguments[3] : null);
    System.out.println(response.body());
    System.exit(response.statusCode() < 400 ? 0 : 1);
  }
}
