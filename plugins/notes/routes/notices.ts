import { f, route, t } from 'stoa'
import { saveEmailChoice, countUnread, markRead, readInbox } from '../services/inbox.ts'
import { NoticePage } from '../api-types.ts'

const id = { min: 1, max: Number.MAX_SAFE_INTEGER }

/** Routes of the actor's own notifications. Those of others are not accessible. */
export const noticeRoutes = [
  route({
    on: 'GET /notice',
    id: 'notice.list',
    summary: 'Notifications of the caller, newest first',
    open: 'signed-in',
    query: { after: f.maybe(f.int({ ...id, docs: '`next` of the page before.' })), limit: f.int({ default: 20, min: 1, max: 50 }) },
    response: NoticePage,
    run: ({ ctx, query }) => readInbox(ctx, query),
  }),
  route({
    on: 'GET /notice/count',
    id: 'notice.count',
    summary: 'Number of unread notifications of the caller',
    open: 'signed-in',
    response: t.object({ unread: t.int('100 stands for more than 99.') }),
    run: async ({ ctx }) => ({ unread: await countUnread(ctx) }),
  }),
  route({
    on: 'POST /notice/read',
    id: 'notice.read',
    summary: 'Mark notifications of the caller as read',
    open: 'signed-in',
    body: {
      ids: f.ids({ default: [], maxItems: 100 }),
      up_to: f.maybe(f.int({ ...id, docs: 'All up to this one.' })),
    },
    response: t.object({ unread: t.int('100 stands for more than 99.') }),
    run: async ({ ctx, body }) => {
      await markRead(ctx, body)
      return { unread: await countUnread(ctx) }
    },
  }),
  route({
    on: 'PUT /notice/mail',
    id: 'notice.mail',
    summary: 'Whether notifications are emailed to the caller too',
    open: 'signed-in',
    body: { by_mail: f.flag({ default: false }) },
    response: t.object({ by_mail: t.flag() }),
    run: async ({ ctx, body: { by_mail } }) => {
      await saveEmailChoice(ctx, by_mail)
      return { by_mail }
    },
  }),
]
