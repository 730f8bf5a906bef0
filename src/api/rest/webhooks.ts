/** The webhooks of the caller, and what was delivered to them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../accounts/caller.js'
import { CreateWebhook, UpdateWebhook, WebhookCard, WebhookDelivery, WebhookWithSecret } from '../../webhooks/shapes.js'
import { addressOf } from '../http/client-address.js'
import { payerOf } from '../http/rates.js'
import { DeliveryList, WebhookList } from './lists.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { DeliveryAddress, PlainQuery, WebhookAddress } from './shapes.js'

const secured = { tags: ['webhooks'], security: withToken }
const one = { ...secured, params: WebhookAddress }
const SCHEMAS = {
  list: {
    ...secured,
    operationId: 'listWebhooks',
    summary: 'Your webhooks, the oldest first',
    description: 'Up to five, with what has become of their deliveries of late. Their secrets are not shown.',
    response: { 200: WebhookList },
  },
  create: {
    ...secured,
    operationId: 'createWebhook',
    summary: 'Have an address told of what happens in your matches',
    description:
      'Events are posted to it and signed as the Standard Webhooks specification says. The secret in the answer is not shown again. What happened before is not told: ask once for your turns.',
    sends: ['Cache-Control'],
    problems: ['WEBHOOK_URL_REFUSED', 'TOO_MANY_WEBHOOKS'],
    body: CreateWebhook,
    response: { 201: WebhookWithSecret },
  },
  update: {
    ...one,
    operationId: 'updateWebhook',
    summary: 'Change a webhook, pause it or resume it',
    description: 'What is left out stays. `paused: false` also resumes one that the server has disabled.',
    problems: ['WEBHOOK_URL_REFUSED'],
    body: UpdateWebhook,
    response: { 200: WebhookCard },
  },
  remove: {
    ...one,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook and the list of its deliveries',
    description: 'What was not delivered yet is not delivered any more; an attempt under way may still arrive.',
    response: { 204: z.undefined().describe('Deleted.') },
  },
  rotate: {
    ...one,
    operationId: 'rotateWebhookSecret',
    summary: 'A new secret for a webhook',
    description:
      'It is shown this once. For a day, everything is signed with the secret of before as well: two signatures in one header. Rotating again within the day ends that of before at once.',
    sends: ['Cache-Control'],
    response: { 200: WebhookWithSecret },
  },
  ping: {
    ...one,
    operationId: 'pingWebhook',
    summary: 'Send a webhook an event of the type ping',
    description: 'Signed and delivered like any other. While one waits to be delivered, asking again makes no second one.',
    problems: ['WEBHOOK_INACTIVE'],
    response: { 202: WebhookDelivery },
  },
  deliveries: {
    ...one,
    operationId: 'listWebhookDeliveries',
    summary: 'What was sent to a webhook, the newest first',
    description: 'Each with its attempts and how the last of them ended. They are kept for 30 days.',
    querystring: PlainQuery,
    response: { 200: DeliveryList },
  },
  redeliver: {
    ...secured,
    operationId: 'redeliverWebhook',
    summary: 'Send an event again',
    description: 'Under the same webhook-id, whatever became of it before, and as often as if it were new.',
    problems: ['WEBHOOK_INACTIVE'],
    params: DeliveryAddress,
    response: { 202: WebhookDelivery },
  },
} as const

/** Points, besides the one for the request: a name is looked up or a message sent, at machines of strangers whom nobody is to flood by our hand. */
const REACHING_OUT = 50

const charging =
  ({ authenticate, rates }: RestDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const caller = await authenticate(request)
    rates.charge(payerOf(caller, addressOf(request)), REACHING_OUT, reply)
    return caller
  }

export function webhookRoutes(app: ZodRoutes, deps: RestDeps): void {
  registryRoutes(app, deps)
  deliveryRoutes(app, deps)
}

function registryRoutes(app: ZodRoutes, deps: RestDeps): void {
  const { webhooks, authenticate } = deps
  const charged = charging(deps)
  app.get('/v1/me/webhooks', { schema: SCHEMAS.list }, async (request) => ({
    items: await webhooks.list(await authenticate(request)),
  }))

  app.post('/v1/me/webhooks', { schema: SCHEMAS.create }, async (request, reply) => {
    const made = await webhooks.create(await charged(request, reply), request.body)
    return reply.code(201).header('cache-control', 'no-store').send(made)
  })

  app.post('/v1/me/webhooks/:id', { schema: SCHEMAS.update }, async (request, reply) =>
    webhooks.update(await charged(request, reply), request.params.id, request.body),
  )

  app.delete('/v1/me/webhooks/:id', { schema: SCHEMAS.remove }, async (request, reply) => {
    await webhooks.remove(await authenticate(request), request.params.id)
    return reply.code(204).send()
  })

  app.post('/v1/me/webhooks/:id/rotate-secret', { schema: SCHEMAS.rotate }, async (request, reply) => {
    const rotated = await webhooks.rotate(await authenticate(request), request.params.id)
    return reply.header('cache-control', 'no-store').send(rotated)
  })
}

function deliveryRoutes(app: ZodRoutes, deps: RestDeps): void {
  const { webhooks, authenticate } = deps
  const charged = charging(deps)
  app.post('/v1/me/webhooks/:id/ping', { schema: SCHEMAS.ping }, async (request, reply) =>
    reply.code(202).send(await webhooks.ping(await charged(request, reply), request.params.id)),
  )

  app.get('/v1/me/webhooks/:id/deliveries', { schema: SCHEMAS.deliveries }, async (request) =>
    webhooks.deliveries(await authenticate(request), request.params.id, request.query),
  )

  app.post('/v1/me/webhook-deliveries/:id/redeliver', { schema: SCHEMAS.redeliver }, async (request, reply) =>
    reply.code(202).send(await webhooks.redeliver(await charged(request, reply), request.params.id)),
  )
}
