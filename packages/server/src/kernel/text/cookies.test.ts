// Cookies are read by their exact name, and ours are bound to this host.
import { expect, it } from 'vitest'
import { hostCookie, hostCookieName, readCookies } from './cookies.ts'

it('reads every value of a name, in the order sent', () => {
  expect(readCookies('a=1; b=2;a=3;  a=4', 'a')).toEqual(['1', '3', '4'])
  expect(readCookies('token=a=b', 'token')).toEqual(['a=b'])
})

it('takes no other name for it', () => {
  expect(readCookies('xa=1; __Host-a=2; A=3; a', 'a')).toEqual([])
  expect(readCookies(undefined, 'a')).toEqual([])
  expect(readCookies('a.b=1', 'a+b')).toEqual([])
})

it('binds our cookies to the host over https', () => {
  expect(hostCookieName('https://names.example', 'a')).toBe('__Host-a')
  expect(hostCookie('https://names.example', 'a', 'v', 60)).toBe(
    '__Host-a=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
  expect(hostCookie('http://localhost', 'a', '', 0)).toBe('a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
})
