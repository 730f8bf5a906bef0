/** The webhooks of the caller, and what was delivered to them. */
import { CreateWebhook, UpdateWebhook } from '../../webhooks/shapes.js'
import type { GraphqlDeps, Resolvers } from './context.js'
import { ListPage, parse, requireUuid } from './inputs.js'

export const webhookQueries = ({ webhooks }: GraphqlDeps): Resolvers[string] => ({
  webhooks: (_, __, { caller }) => webhooks.list(caller),
  webhookDeliveries: (_, { id, ...page }, { caller }) =>
    webhooks.deliveries(caller, requireUuid(id, 'webhook'), parse(ListPage, page)),
})

export const webhookMutations = ({ webhooks }: GraphqlDeps): Resolvers[string] => ({
  createWebhook: (_, { input }, { caller }) => webhooks.create(caller, parse(CreateWebhook, input)),
  updateWebhook: (_, { id, input }, { caller }) =>
    webhooks.update(caller, requireUuid(id, 'webhook'), parse(UpdateWebhook, input)),
  deleteWebhook: async (_, { id }, { caller }) => {
    await webhooks.remove(caller, requireUuid(id, 'webhook'))
    return true
  },
  rotateWebhookSecret: (_, { id }, { caller }) => webhooks.rotate(caller, requireUuid(id, 'webhook')),
  pingWebhook: (_, { id }, { caller }) => webhooks.ping(caller, requireUuid(id, 'webhook')),
  redeliverWebhook: (_, { id }, { caller }) => webhooks.redeliver(caller, requireUuid(id, 'delivery')),
})
