import { f, rateLimit, NOT_FOUND, route, getNetwork, t } from 'stoa'
import { attributionCookie, attributionLifetime, attributionValue, countVisit, isBot } from '../services/attribution.ts'
import { landingReport } from '../services/landing-report.ts'
import { cleanElements } from '../services/elements.ts'
import { findDrawn, readLanding } from '../services/landing-view.ts'
import { LandingDrawn, LandingReport, LandingView } from '../api-types.ts'
import { besideStaff, preview, there, url } from './request-fields.ts'

/** Public routes of landing pages, including the visit counter. */
export const landingRoutes = [
  route({
    on: 'POST /landing_page',
    id: 'landing_page.view',
    summary: 'A landing page with the data of its lists',
    access: 'public',
    eitherPlace: true,
    body: { url, preview },
    response: LandingView,
    errors: [NOT_FOUND],
    run: async ({ ctx, body }) => there(await readLanding(ctx, body.url, body.preview)),
  }),
  route({
    on: 'POST /landing_page/visit',
    id: 'landing_page.visit',
    summary: 'Record a visit and remember the landing page as the source of the visitor',
    access: 'public',
    eitherPlace: true,
    body: { url },
    response: t.object({ counted: t.flag() }),
    run: async ({ kernel, ctx, body, request, reply }) => {
      const agent = request.headers['user-agent'] ?? ''
      // Bots and members of staff do not count as visitors.
      if (isBot(agent) || besideStaff(request)) return { counted: false }
      await rateLimit(kernel.db, `landing ${getNetwork(request.ip)}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' })
      const page = await countVisit(ctx, body.url, { address: request.ip, agent })
      if (page === undefined) return { counted: false }
      void reply.setCookie(attributionCookie, attributionValue(kernel, page), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: kernel.config.publicUrl.startsWith('https:'),
        maxAge: attributionLifetime,
      })
      return { counted: true }
    },
  }),
]

/** `POST /api/admin/report/landing`. */
export const landingReportRoute = route({
  on: 'POST /report/landing',
  id: 'landing_page.report',
  summary: 'Visitors and conversions of a landing page',
  needs: 'get landing page',
  body: { landing_page_id: f.int({ min: 1 }), from: f.date(), to: f.date() },
  response: LandingReport,
  errors: [NOT_FOUND],
  run: ({ ctx, body }) => landingReport(ctx, body.landing_page_id, body.from, body.to),
})

/** `POST /api/admin/landing_page/draw`: preview data for the page builder. */
export const landingDrawRoute = route({
  on: 'POST /landing_page/draw',
  id: 'landing_page.draw',
  summary: 'Render unsaved elements for a preview; nothing is stored',
  needs: 'get landing page',
  body: { elements: f.json({ clean: cleanElements }) },
  response: LandingDrawn,
  run: ({ ctx, body }) => findDrawn(ctx, body.elements),
})
