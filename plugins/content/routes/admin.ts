import { NOT_FOUND, route, t } from 'stoa'
import { prefixes } from '../domain/addresses.ts'
import { markRead, findReaders, staffAnnouncements } from '../services/announcement.ts'
import { MENU_TYPES, menuType } from '../services/menu-types.ts'
import { getPreview } from '../services/preview.ts'
import { AnnouncementView, MenuUrl, Readers } from '../api-types.ts'

const previewed = ['page', 'article', 'landing_page'] as const

/** Announcements for their readers, and preview links of unpublished content. */
export const adminRoutes = [
  route({
    on: 'GET /announcement/current',
    id: 'announcement.current',
    summary: 'Current announcements for the signed-in account',
    open: 'signed-in',
    response: t.object({ data: t.list(t.both(AnnouncementView, t.object({ read: t.flag() }))) }),
    run: async ({ ctx }) => ({ data: ctx.actor.kind === 'admin' ? await staffAnnouncements(ctx, ctx.actor.id) : [] }),
  }),
  route({
    on: 'POST /announcement/:id/read',
    id: 'announcement.read',
    summary: 'Mark an announcement as read by the signed-in account',
    open: 'signed-in',
    response: t.object({ read: t.flag() }),
    errors: [NOT_FOUND],
    run: async ({ ctx, params }) => {
      await markRead(ctx, params.id)
      return { read: true }
    },
  }),
  route({
    on: 'GET /announcement/:id/readers',
    id: 'announcement.readers',
    summary: 'Accounts that have read an announcement, and those that have not',
    needs: 'get announcement',
    response: Readers,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => findReaders(ctx, params.id),
  }),
  route({
    on: 'GET /menu/types',
    id: 'menu.types',
    summary: 'How the URL of a menu entry is derived, by type',
    needs: 'get menu',
    response: t.object({ data: t.list(MenuUrl) }),
    run: ({ kernel }) => ({
      data: [...kernel.contributions(MENU_TYPES).keys()].map((type) => {
        const { of, typed, fixed } = menuType(kernel, type) ?? {}
        return { type, of: typed ? null : (of ?? null), fixed: fixed ?? null }
      }),
    }),
  }),
  ...previewed.map((resource) =>
    route({
      on: `GET /${resource}/:id/preview`,
      id: `${resource}.preview`,
      summary: `An address that shows a ${resource.replaceAll('_', ' ')} before all may see it`,
      needs: `get ${resource.replaceAll('_', ' ')}`,
      response: t.object({ url: t.text() }),
      errors: [NOT_FOUND],
      run: async ({ kernel, ctx, params }) => {
        const url = String((await kernel.resources.get(ctx, resource, params.id)).url)
        return { url: `${prefixes[resource]}${url}?preview=${getPreview(ctx, resource, url)}` }
      },
    }),
  ),
]
