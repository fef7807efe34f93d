import { toLocale, f, validationError, NOT_FOUND, rateLimit, route, t, message, WRONG_STATE } from 'stoa'
import { type AudienceDefinition, parseAudience } from '../domain/audience.ts'
import { broadcast } from '../resources/broadcast.ts'
import { audienceKinds } from '../services/audience-kinds.ts'
import { countDraftAudience, countStoredBroadcast } from '../services/count.ts'
import { readHistory } from '../services/history.ts'
import { createPreview, sendTest } from '../services/preview.ts'
import { resendBroadcast } from '../services/resend.ts'
import { AudienceCount, AudienceKinds, History, Preview } from '../api-types.ts'

const language = f.maybe(f.text({ maxLength: 20 }))

/** Admin routes of broadcasts that the generic resource routes do not cover. */
export const adminRoutes = [
  route({
    on: 'GET /broadcast/audiences',
    id: 'broadcast.audiences',
    summary: 'The audience types the member of staff may use',
    needs: 'get broadcast',
    response: AudienceKinds,
    run: ({ ctx }) => audienceKinds(ctx),
  }),
  route({
    on: 'POST /broadcast/count',
    id: 'broadcast.count',
    summary: 'Number of recipients of an audience, and the excluded by reason',
    needs: 'get broadcast',
    body: {
      channel: broadcast.fields.channel,
      topic_id: f.maybe(f.one('topic')),
      audience: f.json<AudienceDefinition>({ clean: (value) => value as AudienceDefinition }),
    },
    response: AudienceCount,
    run: ({ ctx, body }) => {
      const audience = parseAudience(body.audience)
      if (!audience) throw validationError({ audience: message('core:rule.check_input') })
      return countDraftAudience(ctx, { channel: body.channel, topic_id: body.topic_id, audience })
    },
  }),
  route({
    on: 'GET /broadcast/:id/count',
    id: 'broadcast.counted',
    summary: 'Number of recipients of a stored broadcast, and the excluded by reason',
    needs: 'get broadcast',
    response: AudienceCount,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => countStoredBroadcast(ctx, params.id),
  }),
  route({
    on: 'GET /broadcast/:id/preview',
    id: 'broadcast.preview',
    summary: 'Preview of a broadcast for a sample recipient',
    needs: 'get broadcast & get broadcast recipient',
    query: { language },
    response: Preview,
    errors: [NOT_FOUND],
    run: ({ ctx, params, query }) => createPreview(ctx, params.id, toLocale(query.language, ctx.mainLanguage)),
  }),
  route({
    on: 'POST /broadcast/:id/test',
    id: 'broadcast.test',
    summary: 'Sends a test message to the requester only',
    needs: 'update broadcast',
    body: { language, phone: f.maybe(f.text({ maxLength: 20, says: 'core:rule.phone' })) },
    response: t.object({ to: t.text() }),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body }) => {
      await rateLimit(kernel.db, `broadcast-test ${'id' in ctx.actor ? ctx.actor.id : 0}`, { max: 10, seconds: 60 })
      const phone = body.phone?.replaceAll(/\D/g, '') ?? null
      if (phone !== null && !/^\d{7,18}$/.test(phone)) throw validationError({ phone: message('core:rule.phone') })
      return { to: await sendTest(ctx, params.id, { language: toLocale(body.language, ctx.mainLanguage), phone }) }
    },
  }),
  route({
    on: 'POST /broadcast/:id/launch',
    id: 'broadcast.launch',
    summary: 'Sends a broadcast, at once or at its send time; refused if the number of recipients differs from `count`',
    needs: 'send broadcast',
    body: { count: f.int({ min: 0, docs: 'Number of recipients, as counted before.' }) },
    response: t.row('broadcast'),
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params, body }) => {
      await kernel.resources.get(ctx, broadcast, params.id)
      const { to_send: now } = await countStoredBroadcast(ctx, params.id)
      if (now !== body.count) throw validationError({ count: message('broadcast:error.count_changed', { count: now }) })
      return kernel.resources.transition(ctx, broadcast, params.id, 'send')
    },
  }),
  route({
    on: 'GET /broadcast/:id/history',
    id: 'broadcast.history',
    summary: 'Delivery report of a broadcast',
    needs: 'get broadcast',
    response: History,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readHistory(ctx, params.id),
  }),
  route({
    on: 'POST /broadcast/:id/resend',
    id: 'broadcast.resend',
    summary: 'Creates a broadcast for the recipients who did not get this one',
    needs: 'create broadcast & get broadcast',
    body: { which: f.pick(['failed', 'unknown']) },
    response: t.object({ id: t.id() }),
    status: 201,
    errors: [NOT_FOUND],
    run: async ({ ctx, params, body }) => ({ id: await resendBroadcast(ctx, params.id, body.which) }),
  }),
]
