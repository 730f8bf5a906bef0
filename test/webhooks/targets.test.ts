import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/webhooks/addresses.js'
import { post } from '../../src/webhooks/post.js'
import { lookUp, RefusedTarget, requireTarget, targetOf } from '../../src/webhooks/target.js'
import { problemOf } from '../match/server.js'
import { receiver } from './receiver.js'

const OPEN = new AbortController().signal
const PUBLIC = '93.184.215.14'
const resolve = async () => [PUBLIC]
const strict = { resolve, allowsPrivate: false }

describe('public addresses', () => {
  test.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.8.9.1',
      '169.254.169.254',
      '172.16.0.1',
    ],
    ...['172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.7'],
    ...['203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '100::1',
      'fc00::1',
      'fdff::1',
    ],
    ...[
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'ff02::1',
      '2001::1',
      '2001:2::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '3fff::1',
      '5f00::1',
      '4000::1',
    ],
    ...['localhost', '', '8.8.8', '1.2.3.4.5'],
  ])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each([
    '1.1.1.1',
    PUBLIC,
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s is one', (address) => expect(isPublicAddress(address)).toBe(true))
})

describe('where webhooks go', () => {
  test.each([
    ['http://bots.example.org/', 'Only https'],
    ['ftp://bots.example.org/', 'begins with https'],
    ['file:///etc/passwd', 'begins with https'],
    ['nonsense', 'begins with https'],
    ['https://user@bots.example.org/', 'user or a password'],
    ['https://:secret@bots.example.org/', 'user or a password'],
    ['https://bots.example.org:22/', 'ports below 1024'],
    ['https://127.0.0.1/', 'public internet'],
    ['https://2130706433/', 'public internet'],
    ['https://0x7f.1/', 'public internet'],
    ['https://0177.0.0.1/', 'public internet'],
    ['https://[::1]/', 'public internet'],
    ['https://[::ffff:10.0.0.1]/', 'public internet'],
    ['https://[64:ff9b::a00:1]/', 'public internet'],
    ['https://169.254.169.254/latest/meta-data/', 'public internet'],
  ])('not to %s', async (url, why) => {
    await expect(targetOf(url, strict)).rejects.toThrow(RefusedTarget)
    await expect(targetOf(url, strict)).rejects.toThrow(why)
    expect(await problemOf(requireTarget(url, strict))).toBe('422 WEBHOOK_URL_REFUSED')
  })

  test('not where any of several addresses is not public, nor where there is none', async () => {
    await expect(targetOf('https://a.example/', { ...strict, resolve: async () => [PUBLIC, '10.0.0.1'] })).rejects.toThrow(
      'public internet',
    )
    await expect(targetOf('https://a.example/', { ...strict, resolve: async () => [] })).rejects.toThrow('no address')
    const unknown = async () => Promise.reject(new Error('ENOTFOUND'))
    expect(await problemOf(requireTarget('https://a.example/', { ...strict, resolve: unknown }))).toBe('422 WEBHOOK_URL_REFUSED')
  })

  test('to a public address by https, on the usual port or a high one', async () => {
    for (const url of ['https://a.example/hook?x=1', 'https://a.example:8443/', 'https://a.example:443/'])
      expect((await targetOf(url, strict)).addresses).toEqual([PUBLIC])
  })

  test('localhost is this machine, whatever name servers say', async () => {
    expect(await lookUp('localhost')).toEqual(['127.0.0.1', '::1'])
    expect(await lookUp('evil.localhost')).toEqual(['127.0.0.1', '::1'])
  })
})

const sent = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
const settings = { allowsPrivate: true, timeoutMs: 300 }

describe('an attempt', () => {
  test('looks the name up once, and dials what was checked under the name that was asked for', async () => {
    const hook = await receiver()
    const asked: string[] = []
    const url = hook.url.replace('127.0.0.1', 'bots.example.org')
    const once = async (host: string) => {
      asked.push(host)
      // A name server that answers otherwise the second time.
      return asked.length === 1 ? ['127.0.0.1'] : ['203.0.113.1']
    }
    expect(await post(sent(url), { ...settings, resolve: once }, OPEN)).toMatchObject({ delivered: true, answer: 204 })
    expect([asked, hook.got[0]?.headers.host]).toEqual([['bots.example.org'], new URL(url).host])
    await hook.close()
  })

  test('is not made once the name has come to mean this machine', async () => {
    const hook = await receiver()
    let answer = [PUBLIC]
    const changing = { allowsPrivate: false, timeoutMs: 300, resolve: async () => answer }
    const url = `https://bots.example.org:${new URL(hook.url).port}/`
    await requireTarget(url, changing)
    answer = ['127.0.0.1']
    expect(await post(sent(url), changing, OPEN)).toEqual({
      delivered: false,
      answer: null,
      excerpt: null,
      error: 'not sent: bots.example.org has an address that is not of the public internet.',
      interrupted: false,
    })
    expect(hook.got).toEqual([])
    await hook.close()
  })

  test('ends in time, whatever hangs: a name server, a receiver, or the rest of an answer', async () => {
    const silent = { ...settings, resolve: () => new Promise<string[]>(() => {}) }
    expect(await post(sent('http://a.example/'), silent, OPEN)).toMatchObject({
      delivered: false,
      error: 'no answer within 0.3 s',
    })
    const hanging = await receiver(() => false)
    expect(await post(sent(hanging.url), { ...settings, resolve }, OPEN)).toMatchObject({ error: 'no answer within 0.3 s' })
    await hanging.close()
    const dripping = await receiver((_, response) => {
      response.writeHead(200).write('a')
      return true
    })
    expect(await post(sent(dripping.url), { ...settings, timeoutMs: 5000, resolve }, OPEN)).toMatchObject({
      delivered: true,
      excerpt: 'a',
    })
    await dripping.close()
  })

  test('keeps a short line of an endless answer, without what a terminal or a database chokes on', async () => {
    const flooding = await receiver((_, response) => {
      response.writeHead(200)
      response.write('bad\u0000\u001b[31m\r\n')
      const pour = () => !response.destroyed && response.write('x'.repeat(65_536), pour)
      pour()
      return true
    })
    const { excerpt, delivered } = await post(sent(flooding.url), { ...settings, timeoutMs: 5000, resolve }, OPEN)
    expect([delivered, excerpt?.length, excerpt?.slice(0, 8)]).toEqual([true, 500, 'bad [31m'])
    await flooding.close()
  })

  test('survives what is no HTTP, and is called off when the server closes', async () => {
    const server = createServer().on('connection', (socket) => socket.end('220 smtp ready\r\n'))
    server.listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    expect(await post(sent(url), { ...settings, resolve }, OPEN)).toMatchObject({ delivered: false, answer: null })
    await new Promise((done) => server.close(done))
    expect(await post(sent(url), { ...settings, resolve }, OPEN)).toMatchObject({
      error: 'no answer: ECONNREFUSED',
      interrupted: false,
    })
    const hanging = await receiver(() => false)
    const closing = new AbortController()
    setTimeout(() => closing.abort(), 20)
    expect(await post(sent(hanging.url), { ...settings, timeoutMs: 60_000, resolve }, closing.signal)).toMatchObject({
      interrupted: true,
    })
    await hanging.close()
  })
})

test('a look-up that fails after its attempt was called off is heard all the same, and ends nothing', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  const resolve = async (): Promise<never> => {
    throw new Error('too late')
  }
  const posted = { url: 'https://bots.example.org/', headers: {}, body: '' }
  const attempt = await post(posted, { resolve, allowsPrivate: true, timeoutMs: 1000 }, AbortSignal.abort())
  await new Promise(setImmediate)
  process.off('unhandledRejection', hear)
  expect(attempt).toMatchObject({ delivered: false, interrupted: true })
  expect(unheard).toEqual([])
})
