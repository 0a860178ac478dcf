# Signed requests with Ruby 3 and its standard library. Require it for `Freehold.request`, or run:
#   ruby freehold.rb METHOD PATH [BODY]
# Settings: FREEHOLD_BASE_URL, FREEHOLD_KEY_ID, FREEHOLD_SECRET.
require "digest"
require "net/http"
require "openssl"
require "securerandom"
require "uri"

module Freehold
  module_function

  # Form encoding; a broken escape stays as it stands.
  def decode(text)
    bytes = text.b.tr("+", " ").gsub(/%\h\h/n) { |escape| [escape[1, 2]].pack("H2") }
    bytes.force_encoding("UTF-8").scrub("\uFFFD")
  end

  def encode(text) = text.b.gsub(/[^A-Za-z0-9\-._~]/n) { |byte| format("%%%02X", byte.ord) }

  # The order of JavaScript strings: by UTF-16 code units.
  def order(text) = text.encode("UTF-16BE").b

  def canonical_query(raw_query)
    pairs = raw_query.split("&").reject(&:empty?).map do |part|
      key, _, value = part.partition("=")
      [decode(key), decode(value)]
    end
    pairs.sort_by { |key, value| [order(key), order(value)] }.map { |pair| pair.map { encode(_1) }.join("=") }.join("&")
  end

  def sign(secret, method, path, query, timestamp, nonce, body = "")
    verb = method.upcase
    body_hash = Digest::SHA256.hexdigest(%w[GET HEAD].include?(verb) ? "" : body)
    text = [verb, path, canonical_query(query), timestamp, nonce, body_hash].join("\n")
    "v1=#{OpenSSL::HMAC.hexdigest("SHA256", secret, text)}"
  end

  # `target` is the path with its query, `body` the JSON text exactly as it is to be sent.
  def request(base_url, key_id, secret, method, target, body = nil, headers = {})
    path, _, raw_query = target.partition("?")
    query = canonical_query(raw_query)
    timestamp = Time.now.to_i.to_s
    nonce = SecureRandom.uuid
    address = URI(base_url)
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
    Net::HTTP.start(address.host, address.port, use_ssl: address.scheme == "https") { |http| http.request(sent) }
  end
end

if $PROGRAM_NAME == __FILE__
  settings = ENV.values_at("FREEHOLD_BASE_URL", "FREEHOLD_KEY_ID", "FREEHOLD_SECRET")
  answer = Freehold.request(*settings, *ARGV)
  puts answer.body
  exit(answer.code.to_i < 400)
end
