import { f, AppError, FORBIDDEN, NOT_FOUND, route, t, WRONG_STATE } from 'stoa'
import { CalendarView, FeedList, NewFeed } from '../api-types.ts'
import { createFeed, deleteFeed, listFeeds } from '../services/feed.ts'
import { moveEntry } from '../services/move-entry.ts'
import { readCalendar } from '../services/read.ts'
import { calendarScopes, lookAtCalendar } from '../services/sources.ts'

const period = {
  from: f.date({ docs: 'First day, on the clock of the shop.' }),
  to: f.date({ docs: 'The day after the last, at most 62 days later.' }),
  source: f.tags({ maxItems: 50 }),
}

/** Routes of the admin calendar and its feeds. */
export const adminRoutes = [
  route({
    on: 'GET /calendar',
    id: 'calendar.read',
    summary: 'Calendar entries of a period that the caller may see',
    needs: lookAtCalendar,
    query: period,
    response: CalendarView,
    run: ({ ctx, query }) => readCalendar(ctx, 'all', query),
  }),
  route({
    on: 'GET /my/calendar',
    id: 'my.calendar',
    summary: 'Calendar entries of the caller',
    open: 'signed-in',
    query: period,
    response: CalendarView,
    run: ({ ctx, query }) => readCalendar(ctx, 'mine', query),
  }),
  route({
    on: 'PUT /calendar/entry/:source/:entry',
    id: 'calendar.move',
    summary: 'Reschedule an entry, by the rules of its source',
    open: 'signed-in',
    params: { source: f.text({ maxLength: 100 }), entry: f.text({ maxLength: 100 }) },
    body: {
      start: f.text({ maxLength: 40, docs: 'A day for what starts with one, else an instant.' }),
      end: f.maybe(f.text({ maxLength: 40 })),
      version: f.maybe(f.int({ docs: 'The version that was seen.' })),
    },
    response: t.object({ id: t.text() }),
    errors: [NOT_FOUND, FORBIDDEN, WRONG_STATE],
    run: async ({ ctx, params: { source, entry }, body: { start, end, version } }) => {
      await moveEntry(ctx, source, entry, { start, end, version })
      return { id: entry }
    },
  }),
  route({
    on: 'GET /calendar/feed',
    id: 'calendar.feeds',
    summary: 'Calendar feeds of the caller',
    open: 'signed-in',
    response: FeedList,
    run: ({ ctx }) => listFeeds(ctx),
  }),
  route({
    on: 'POST /calendar/feed',
    id: 'calendar.make_feed',
    summary: 'Create a calendar feed; its URL is returned only once',
    open: 'signed-in',
    body: {
      name: f.text({ maxLength: 60 }),
      scope: f.pick(calendarScopes, { default: 'all', docs: '`all` needs the permission to view the calendar.' }),
      shows_names: f.flag({ default: false, docs: 'Names of customers in titles, if the caller may see them.' }),
    },
    response: NewFeed,
    status: 201,
    errors: [FORBIDDEN],
    run: ({ ctx, body }) => createFeed(ctx, body),
  }),
  route({
    on: 'DELETE /calendar/feed/:id',
    id: 'calendar.drop_feed',
    summary: 'Revoke a calendar feed',
    open: 'signed-in',
    response: t.object({ id: t.id() }),
    errors: [NOT_FOUND],
    run: async ({ ctx, params: { id } }) => {
      if (!(await deleteFeed(ctx, id))) throw new AppError(NOT_FOUND)
      return { id }
    },
  }),
]
