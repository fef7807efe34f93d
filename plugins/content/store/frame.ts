import { CallFailed, type FrameContext, type StoreParts } from 'stoa/store'
import type { AnnouncementView, BlockView, MenuNode } from '../api-types.ts'

type PageLink = { title: string; url: string }

declare module 'stoa/store/types' {
  interface Frame {
    /** The shop's own navigation; empty when it has none, then the categories stand in. */
    menu: MenuNode[]
    footer: BlockView
    announcements: AnnouncementView[]
    /** The shop's static pages, for the footer. */
    pages: PageLink[]
  }
}

const MOST_PAGES = 8

/** A part a page can do without: a refusal is no failure. */
const orNone =
  <T>(ask: (at: FrameContext) => Promise<T>, none: T) =>
  (at: FrameContext): Promise<T> =>
    ask(at).catch((error: unknown) => {
      if (error instanceof CallFailed) return none
      throw error
    })

/** What the frame of every page shows of this plugin. */
export const frame: StoreParts['frame'] = {
  menu: orNone(({ call, language }) => call.get<MenuNode[]>('/api/menu', { language }), []),
  footer: orNone(({ call, language }) => call.post<BlockView>('/api/block', { identifier: 'footer', language }), {}),
  announcements: orNone(({ call, language }) => call.get<AnnouncementView[]>('/api/announcement', { language }), []),
  pages: orNone(async ({ call, language }) => (await call.get<PageLink[]>('/api/page', { language })).slice(0, MOST_PAGES), []),
}
