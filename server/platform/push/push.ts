import { createECDH, ECDH } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import { PermanentFailure } from '#platform/jobs/jobs.ts'

type Subscription = { endpoint: string; p256dh: string; auth: string }
/** `topic`: of several waiting pushes with the same one the push
 * service delivers the last; at most 32 characters of base64url. */
type PushMessage = { payload: string; topic: string; lifetime: number }

export type Push = {
  /** The VAPID key with which browsers subscribe (RFC 8292);
   * null: this installation sends no pushes. */
  publicKey: string | null
  /** Whether pushes are sent to this subscription: its push
   * service is known, and its key a point of the curve. */
  accepts(subscription: Subscription): boolean
  /** Encrypts a message (RFC 8291) and hands it to the push service;
   * `gone`: the subscription has ended. @throws PermanentFailure */
  send(subscription: Subscription, message: PushMessage): Promise<'sent' | 'gone'>
}

/** The push services of Chrome and its relatives, of Firefox,
 * Edge and Safari; with a dot, all hosts below it. */
const knownHosts = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
]

const timeout = 20_000 // ms

/** Sends to the hosts of `pushHosts` or of known push
 * services; `pushHosts: [none]` turns pushes off. */
export function openPush(
  { pushHosts, publicUrl, mailFrom }: Pick<Config, 'pushHosts' | 'publicUrl' | 'mailFrom'>,
  signing: Signing,
): Push {
  const { publicKey, privateKey } = vapidKeys(signing)
  const isOff = pushHosts?.join() === 'none'
  const accepts = ({ endpoint, p256dh }: Subscription) =>
    !isOff && isOfPushService(endpoint, pushHosts) && isPublicKey(p256dh)
  return {
    publicKey: isOff ? null : publicKey,
    accepts,
    async send(subscription, { payload, topic, lifetime }) {
      if (!accepts(subscription)) return 'gone'
      const { endpoint, p256dh, auth } = subscription
      const { default: webPush } = await import('web-push')
      // Apple refuses a subject that is neither an https: address nor a mail address.
      const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom}`
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: lifetime,
          urgency: 'normal',
          topic,
        },
      )
      const { 'Content-Length': _, ...sent } = headers as Record<string, string>
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: Object.entries(sent).map(([name, value]) => [name, String(value)]),
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      await response.body?.cancel()
      if (response.ok) return 'sent'
      if ([404, 410].includes(response.status)) return 'gone'
      const problem = `The push service ${new URL(endpoint).host} answered ${response.status}`
      throw response.status === 429 || response.status >= 500
        ? new Error(problem)
        : new PermanentFailure(problem)
    },
  }
}

/** A P-256 key pair that all instances derive from their common secret. */
function vapidKeys(signing: Signing) {
  const pair = createECDH('prime256v1')
  for (let number = 0; ; number++) {
    const privateKey = signing.sign('push', 'vapid', String(number))
    try {
      pair.setPrivateKey(privateKey, 'base64url')
      return { privateKey, publicKey: pair.getPublicKey('base64url') }
    } catch {} // one of 2³² values is none of the curve
  }
}

function isOfPushService(endpoint: string, furtherHosts: string[] = []): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (furtherHosts.includes(url.host))
    return url.protocol === 'https:' || ['localhost', '127.0.0.1'].includes(url.hostname)
  const isKnown = knownHosts.some(host =>
    host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
  )
  return isKnown && url.protocol === 'https:' && url.port === ''
}

function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', undefined, 'compressed')
    return true
  } catch {
    return false
  }
}
