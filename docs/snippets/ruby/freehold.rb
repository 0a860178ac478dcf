# Signed requests with Ruby 3 and its standard library. Require it for `Freehold.request`, or run:
#   ruby freehold.rb METHOD PATH [BODY] [IDEMPOTENCY_KEY]
# Settings: FREEHOLD_BASE_URL, FREEHOLD_KEY_ID, FREEHOLD_SECRET.
require "digest"
require "net/http"
require "openssl"
require "securerandom"
require "uri"

module Freehold
  module_function

  # Decodes form encoding. Leaves an invalid escape unchanged.
  def decode(text)
    bytes = text.b.tr("+", " ").gsub(/%\h\h/n) { |escape| [escape[1, 2]].pack("H2") }
    bytes.force_encoding("UTF-8").scrub("\uFFFD")
  end

  def encode(text) = text.b.gsub(/[^A-Za-z0-9\-._~]/n) { |byte| format("%%%02X", byte.ord) }

  # Orders strings by UTF-16 code units, as the service does.
  def order(text) = text.encode("UTF-16BE").b

  # Decodes the pairs, sorts them by key and value, and encodes them again.
  def canonical_query(raw_query)
    pairs = raw_query.split("&").reject(&:empty?).map do |part|
      key, _, value = part.partition("=")
      [decode(key), decode(value)]
    end
    pairs.sort_by { |key, value| [order(key), order(value)] }.map { |pair| pair.map { encode(_1) }.join("=") }.join("&")
  end

  # Returns the value of the X-Service-Signature header.
  def sign(secret, method, path, query, timestamp, nonce, body = "")
    verb = method.upcase
    body_hash = Digest::SHA256.hexdigest(%w[GET HEAD].include?(verb) ? "" : body)
    text = [verb, path, canonical_query(query), timestamp, nonce, body_hash].join("\n")
    "v1=#{OpenSSL::HMAC.hexdigest("SHA256", secret, text)}"
  end

  # Sends a signed request. `target` is the path with its query; `body` is the exact JSON text to send.
  def request(base_url, key_id, secret, method, target, body = nil, headers = {})
    path, _, raw_query = target.partition("?")
    query = canonical_query(raw_query)
    timestamp = Time.now.to_i.to_s
    nonce = SecureRandom.uuid
    url = URI(base_url)
    sent = Net::HTTPGenericRequest.new(method.upcase, !body.nil?, true, query.empty? ? path : "#{path}?#{query}")
    headers.each { |name, value| sent[name] = value }
    sent["X-Service-Key-Id"] = key_id
    sent["X-Service-Timestamp"] = timestamp
    sent["X-Service-Nonce"] = nonce
    sent["X-Service-Signature"] = sign(secret, method, path, query, timestamp, nonce, body || "")
    unless body.nil?
      sent["Content-Type"] = "application/json"
      sent.body = body
    end
    Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == "https") { |http| http.request(sent) }
  end
end

if $PROGRAM_NAME == __FILE__
  settings = ENV.values_at("FREEHOLD_BASE_URL", "FREEHOLD_KEY_ID", "FREEHOLD_SECRET")
  method, target, body, key = ARGV
  response = Freehold.request(*settings, method, target, body, key ? { "Idempotency-Key" => key } : {})
  puts response.body
  exit(response.code.to_i < 400)
end
