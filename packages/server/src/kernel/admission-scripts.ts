// The programs that Redis or Valkey runs for admission. Each runs alone, so a nonce and its tokens are one step. Times are in
// milliseconds of the server's clock. Whole numbers are formatted, because Lua writes large ones with an exponent.

/** The server cannot be used at the moment; the message says why. */
export class AdmissionServerError extends Error {
  override readonly name = 'AdmissionServerError'
}

const NOW = `
local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
local function whole(n) return string.format('%.0f', n) end`

/**
 * A process joins after each new connection. `run` names the server process, and `seq` counts nonces. When the server is another
 * one than before, it may have lost nonces: then each process compares the number it saw last with what the new server has.
 * `lost` is when nonces were lost last, and `vouched` whether a process confirmed that none were. A server that remembers nothing was
 * cleared, unless this installation comes to it for the first time.
 */
export const JOIN = `${NOW}
local state, run, seenRun, seenSeq = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local isFirst, lostAt = ARGV[4] == '1', tonumber(ARGV[5])
local known = redis.call('HMGET', state, 'run', 'seq', 'lost')
if not known[1] then
  local lost = whole(now)
  if isFirst then lost = whole(lostAt) end
  redis.call('HSET', state, 'run', run, 'before', '', 'seq', '0', 'base', '0', 'since', '0', 'vouched', '1', 'lost', lost)
elseif known[1] ~= run then
  redis.call('HSET', state, 'run', run, 'before', known[1], 'base', known[2], 'since', whole(now), 'vouched', '0')
end
if known[1] and lostAt > tonumber(known[3]) then redis.call('HSET', state, 'lost', whole(lostAt)) end
if seenRun ~= '' and seenRun ~= run then
  local s = redis.call('HMGET', state, 'before', 'base')
  if s[1] == seenRun and seenSeq <= tonumber(s[2]) then
    redis.call('HSET', state, 'vouched', '1')
  else
    redis.call('HSET', state, 'vouched', '1', 'lost', whole(now))
  end
end
return 1`

/** What `ADMIT` says first. */
export const ADMITTED = 0
export const REPLAYED = 1
/** Refused for some seconds: nonces may have been lost. */
export const UNSETTLED = 2
/** The server remembers nothing, or another run: join again. */
export const UNKNOWN = 3

/** Takes the nonce, then the tokens. Returns the code, whether tokens were granted, tokens left, the seconds to wait, and the number. */
export const ADMIT = `${NOW}
local seq = 0
if ARGV[2] ~= '' then
  local s = redis.call('HMGET', KEYS[1], 'run', 'since', 'vouched', 'lost')
  if s[1] ~= ARGV[1] then return {${UNKNOWN}, 0, '0', 0, '0'} end
  local since, lost = tonumber(s[2]), tonumber(s[4])
  local settled = since + tonumber(ARGV[5])
  if now < settled then return {${UNSETTLED}, 0, '0', math.ceil((settled - now) / 1000), '0'} end
  if s[3] == '0' then
    if since > lost then lost = since end
    redis.call('HSET', KEYS[1], 'vouched', '1', 'lost', whole(lost))
  end
  if lost > 0 then
    local free = lost + tonumber(ARGV[4])
    if tonumber(ARGV[3]) <= free then
      local wait = math.ceil((free - now) / 1000) + 1
      if wait < 1 then wait = 1 end
      return {${UNSETTLED}, 0, '0', wait, '0'}
    end
  end
  if not redis.call('SET', KEYS[2], '1', 'NX', 'PX', ARGV[2]) then return {${REPLAYED}, 0, '0', 0, '0'} end
  seq = redis.call('HINCRBY', KEYS[1], 'seq', 1)
end
if ARGV[6] == '' then return {${ADMITTED}, 1, '0', 0, whole(seq)} end
local capacity, perMs, amount = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local b = redis.call('HMGET', KEYS[3], 'tokens', 'at')
local tokens, at = capacity, now
if b[1] then
  local passed = now - tonumber(b[2])
  if passed < 0 then passed = 0; at = tonumber(b[2]) end
  tokens = tonumber(b[1]) + passed * perMs
  if tokens > capacity then tokens = capacity end
end
local granted, has = 0, math.floor(tokens)
local missing
if has >= amount then
  granted = 1
  tokens = tokens - amount
  missing = 0
elseif ARGV[9] == '1' then
  missing = amount - tokens
else
  tokens = tokens - has
  missing = 1 - tokens
end
redis.call('HSET', KEYS[3], 'tokens', string.format('%.6f', tokens), 'at', whole(at), 'capacity', whole(capacity), 'rate', ARGV[7])
redis.call('PEXPIRE', KEYS[3], ARGV[10])
local wait = math.ceil(missing / perMs / 1000)
if wait < 1 then wait = 1 end
return {${ADMITTED}, granted, whole(math.floor(tokens)), wait, whole(seq)}`

export const GIVE_BACK = `
local b = redis.call('HMGET', KEYS[1], 'tokens', 'capacity')
if not b[1] then return 0 end
local tokens = tonumber(b[1]) + tonumber(ARGV[1])
if tokens > tonumber(b[2]) then tokens = tonumber(b[2]) end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.6f', tokens))
return 1`

/** The tokens of each bucket now; -1 for a bucket that nobody has used. */
export const REMAINING = `${NOW}
local left = {}
for i, key in ipairs(KEYS) do
  local b = redis.call('HMGET', key, 'tokens', 'at', 'capacity', 'rate')
  if b[1] then
    local passed = now - tonumber(b[2])
    if passed < 0 then passed = 0 end
    local tokens = tonumber(b[1]) + passed * tonumber(b[4])
    if tokens > tonumber(b[3]) then tokens = tonumber(b[3]) end
    left[i] = math.floor(tokens)
  else
    left[i] = -1
  end
end
return left`
