/** The shapes of webhooks that go in or out. */
import { z } from 'zod'
import { words } from '../games/described.js'

/** Of one player. */
export const MOST_WEBHOOKS = 5
/** How long the key of before signs besides the new one. */
export const OLD_KEY_HOURS = 24

export const EVENT_TYPES = [
  'turn',
  'match.started',
  'match.over',
  'deadline.near',
  'invitation',
  'order.dropped',
  'tournament',
] as const
export const WebhookEventType = words(EVENT_TYPES, {
  id: 'WebhookEventType',
  description: 'What a webhook is told of.',
  values: {
    turn: 'A decision of yours has opened: a match waits for you.',
    'match.started': 'A match of yours has started.',
    'match.over': 'A match of yours has ended, with a result or without, or was cancelled before it began.',
    'deadline.near': 'A decision of yours is due soon.',
    invitation: 'Somebody invites you to a match.',
    'order.dropped': 'A standing order of yours was dropped.',
    tournament: 'You have entered a tournament, a round was made in which you play, or a tournament of yours is over.',
  },
})
export type EventType = z.infer<typeof WebhookEventType>

const url = z
  .string()
  .min(1)
  .max(2000)
  .describe('Where events are posted to: https, a public address, port 443 or from 1024 on, and no user or password in it.')
const description = z.string().max(200).describe('What you call it, for your own list.')
const events = z
  .array(WebhookEventType)
  .min(1)
  .max(EVENT_TYPES.length)
  .refine((types) => new Set(types).size === types.length, 'name each type once')
  .describe(`The types of events that it is told of: ${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}.`)

export const CreateWebhook = z
  .strictObject({ url, events, description: description.default('') })
  .meta({ id: 'CreateWebhook', description: 'A new webhook.' })
export type CreateWebhook = z.infer<typeof CreateWebhook>

export const UpdateWebhook = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    paused: z
      .boolean()
      .optional()
      .describe(
        'True: nothing is told until you resume. False resumes, also one that was disabled; what happened meanwhile is not told.',
      ),
  })
  .meta({ id: 'UpdateWebhook', description: 'What is to change about a webhook; what is left out stays.' })
export type UpdateWebhook = z.infer<typeof UpdateWebhook>

export const WebhookStatus = words(['active', 'paused', 'disabled'], {
  id: 'WebhookStatus',
  description: 'Whether a webhook is told of events.',
  values: {
    active: 'It is.',
    paused: 'Not until you resume it.',
    disabled: 'Not until you resume it: `disabledBecause` tells why.',
  },
})

export const DISABLED_BECAUSE = ['gone', 'failing', 'tokensReset'] as const
const DisabledBecause = words(DISABLED_BECAUSE, {
  id: 'DisabledBecause',
  description: 'Why the server has disabled a webhook.',
  values: {
    gone: 'Its receiver answered 410 Gone.',
    failing: 'No delivery has succeeded for five days.',
    tokensReset: 'An administrator has revoked all your tokens: whoever had one may have made it.',
  },
})

export const WebhookCard = z
  .strictObject({
    id: z.uuid().describe('Id of the webhook.'),
    url: z.string().describe('Where events are posted to.'),
    description: z.string().describe('What you called it.'),
    events: z.array(WebhookEventType).describe('The types of events that it is told of.'),
    status: WebhookStatus.describe('Whether it is told of events.'),
    disabledBecause: DisabledBecause.nullable().describe('Why the server has disabled it; null if it has not.'),
    disabledAt: z.iso.datetime().nullable().describe('When the server disabled it; null if it has not.'),
    failures: z.int().min(0).describe('Attempts that have failed since the last that succeeded.'),
    failingSince: z.iso.datetime().nullable().describe('When the first of these failures was; null if there is none.'),
    succeededAt: z.iso.datetime().nullable().describe('When an attempt last succeeded; null if none has.'),
    oldSecretUntil: z.iso.datetime().nullable().describe('Until when the secret of before signs besides; null if it does not.'),
    createdAt: z.iso.datetime().describe('When it was made.'),
  })
  .meta({ id: 'Webhook', description: 'An address of yours that is told of events in your matches.' })
export type WebhookCard = z.infer<typeof WebhookCard>

export const WebhookWithSecret = WebhookCard.extend({
  secret: z.string().describe('`whsec_` and the key of the signatures in base64; shown this once.'),
}).meta({ id: 'WebhookWithSecret', description: 'A webhook and its new secret.' })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const DeliveryStatus = words(['pending', 'delivered', 'failed'], {
  id: 'DeliveryStatus',
  description: 'What has become of a delivery.',
  values: {
    pending: 'It has not succeeded yet, and is tried again.',
    delivered: 'The receiver has answered with 2xx.',
    failed: 'It is not tried any more, unless you ask for it.',
  },
})

export const WebhookDelivery = z
  .strictObject({
    id: z.uuid().describe('Id of the delivery.'),
    event: z.string().describe('The `webhook-id` that it is sent with, the same at every attempt.'),
    type: z.string().describe('The type of its event: one of those of webhooks, or `ping`.'),
    status: DeliveryStatus.describe('What has become of it.'),
    attempts: z.int().min(0).describe('How often it was sent.'),
    nextAt: z.iso.datetime().nullable().describe('When it is sent next, at the earliest; null unless it is pending.'),
    answer: z.int().nullable().describe('The HTTP status of the last answer; null if there was none.'),
    error: z.string().nullable().describe('Why the last attempt failed, in words; null if it did not.'),
    excerpt: z.string().nullable().describe('How the last answer began, up to 500 characters; null if there was none.'),
    createdAt: z.iso.datetime().describe('When the event was taken up.'),
    finishedAt: z.iso.datetime().nullable().describe('When it succeeded or was given up; null before that.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event for one webhook, and what has become of it.' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
