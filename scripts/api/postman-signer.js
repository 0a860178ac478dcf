// Signs each Partner API request before Postman or Newman sends it. Set key_id and secret in the collection variables.
// A function of its own: Postman already declares globals such as CryptoJS and request.
;(() => {
  const crypto = require('crypto-js')

  const decode = (text) => {
    const plain = text.replace(/\+/g, ' ')
    try {
      return decodeURIComponent(plain)
    } catch {
      return plain
    }
  }
  const encode = (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

  const canonicalQuery = (rawQuery) =>
    rawQuery
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const cut = part.indexOf('=')
        return cut < 0 ? [decode(part), ''] : [decode(part.slice(0, cut)), decode(part.slice(cut + 1))]
      })
      .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
      .map(([key, value]) => `${encode(key)}=${encode(value)}`)
      .join('&')

  const filledIn = (text) => pm.variables.replaceIn(text || '')
  const { request } = pm
  const method = request.method.toUpperCase()
  const hasBody = method !== 'GET' && method !== 'HEAD' && request.body
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = pm.variables.replaceIn('{{$guid}}')
  const text = [
    method,
    filledIn(request.url.getPath()),
    canonicalQuery(filledIn(request.url.getQueryString())),
    timestamp,
    nonce,
    crypto.SHA256(hasBody ? filledIn(request.body.raw) : '').toString(),
  ].join('\n')

  const headers = {
    'X-Service-Key-Id': pm.variables.get('key_id'),
    'X-Service-Timestamp': timestamp,
    'X-Service-Nonce': nonce,
    'X-Service-Signature': `v1=${crypto.HmacSHA256(text, pm.variables.get('secret')).toString()}`,
  }
  for (const [key, value] of Object.entries(headers)) request.headers.upsert({ key, value })
})()
