import { asLocale, f, invalid, NOT_FOUND, rateLimit, route, t, text, WRONG_STATE } from 'stoa'
import { type AudienceOf, audienceOf } from '../domain/audience.ts'
import { broadcast } from '../resources/broadcast.ts'
import { audienceKinds } from '../services/audience-kinds.ts'
import { countDraft, countStored } from '../services/count.ts'
import { historyOf } from '../services/history.ts'
import { previewOf, tryOut } from '../services/preview.ts'
import { emailReport } from '../services/report.ts'
import { resend } from '../services/resend.ts'
import { AudienceCount, AudienceKinds, EmailReport, History, Preview } from '../wire.ts'

const language = f.maybe(f.text({ maxLength: 20 }))

/** What staff do with broadcasts beside lists, forms and moves. */
export const adminRoutes = [
  route({
    on: 'GET /broadcast/audiences',
    id: 'broadcast.audiences',
    summary: 'Whom a broadcast can go to, as far as the member of staff may choose them',
    needs: 'get broadcast',
    answer: AudienceKinds,
    run: ({ ctx }) => audienceKinds(ctx),
  }),
  route({
    on: 'POST /broadcast/count',
    id: 'broadcast.count',
    summary: 'How many an audience comes to, and who of it gets nothing and why',
    needs: 'get broadcast',
    body: {
      channel: broadcast.fields.channel,
      topic_id: f.maybe(f.one('topic')),
      audience: f.json<AudienceOf>({ clean: (value) => value as AudienceOf }),
    },
    answer: AudienceCount,
    run: ({ ctx, body }) => {
      const audience = audienceOf(body.audience)
      if (!audience) throw invalid({ audience: text('core:rule.check_input') })
      return countDraft(ctx, { channel: body.channel, topic_id: body.topic_id, audience })
    },
  }),
  route({
    on: 'GET /broadcast/:id/count',
    id: 'broadcast.counted',
    summary: 'How many a broadcast comes to as it is stored',
    needs: 'get broadcast',
    answer: AudienceCount,
    fails: [NOT_FOUND],
    run: ({ ctx, params }) => countStored(ctx, params.id),
  }),
  route({
    on: 'GET /broadcast/:id/preview',
    id: 'broadcast.preview',
    summary: 'How a broadcast looks to one of those who get it',
    needs: 'get broadcast & get broadcast recipient',
    query: { language },
    answer: Preview,
    fails: [NOT_FOUND],
    run: ({ ctx, params, query }) => previewOf(ctx, params.id, asLocale(query.language, ctx.main)),
  }),
  route({
    on: 'POST /broadcast/:id/test',
    id: 'broadcast.test',
    summary: 'Sends a broadcast to whoever asks, and to nobody else',
    needs: 'update broadcast',
    body: { language, phone: f.maybe(f.text({ maxLength: 20, says: 'core:rule.phone' })) },
    answer: t.object({ to: t.text() }),
    fails: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body }) => {
      await rateLimit(kernel.db, `broadcast-test ${'id' in ctx.actor ? ctx.actor.id : 0}`, { max: 10, seconds: 60 })
      const phone = body.phone?.replaceAll(/\D/g, '') ?? null
      if (phone !== null && !/^\d{7,18}$/.test(phone)) throw invalid({ phone: text('core:rule.phone') })
      return { to: await tryOut(ctx, params.id, { language: asLocale(body.language, ctx.main), phone }) }
    },
  }),
  route({
    on: 'POST /broadcast/:id/launch',
    id: 'broadcast.launch',
    summary: 'Sends a broadcast, at once or at its moment, to as many as its sender was told',
    needs: 'send broadcast',
    body: { count: f.int({ min: 0, docs: 'To how many it goes, as they were counted.' }) },
    answer: t.row('broadcast'),
    fails: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params, body }) => {
      await kernel.resources.get(ctx, broadcast, params.id)
      const { to_send: now } = await countStored(ctx, params.id)
      if (now !== body.count) throw invalid({ count: text('broadcast:error.count_changed', { count: now }) })
      return kernel.resources.move(ctx, broadcast, params.id, 'send')
    },
  }),
  route({
    on: 'GET /broadcast/:id/history',
    id: 'broadcast.history',
    summary: 'What became of a broadcast',
    needs: 'get broadcast',
    answer: History,
    fails: [NOT_FOUND],
    run: ({ ctx, params }) => historyOf(ctx, params.id),
  }),
  route({
    on: 'POST /broadcast/:id/resend',
    id: 'broadcast.resend',
    summary: 'Makes a new broadcast for those who have not got this one',
    needs: 'create broadcast & get broadcast',
    body: { which: f.pick(['failed', 'unknown']) },
    answer: t.object({ id: t.id() }),
    status: 201,
    fails: [NOT_FOUND],
    run: async ({ ctx, params, body }) => ({ id: await resend(ctx, params.id, body.which) }),
  }),
  route({
    on: 'POST /report/email',
    id: 'broadcast.report',
    summary: 'What became of the broadcasts of a span of days, together, by month and one by one',
    needs: 'get broadcast',
    body: { from: f.date(), to: f.date(), channel: f.pick(['email', 'sms'], { default: 'email' }) },
    answer: EmailReport,
    run: ({ ctx, body }) => emailReport(ctx, body),
  }),
]
