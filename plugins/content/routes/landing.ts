import type { FastifyInstance } from 'fastify'
import { checkInput, ctxOf, f, hit, type Kernel } from '#core'
import { attributionCookie, attributionLifetime, attributionValue, countVisit, isBot } from '../services/attribution.ts'
import { landingReport } from '../services/landing-report.ts'
import { readLanding } from '../services/landing-view.ts'
import { asked, besideStaff, open, there } from './asked.ts'

const wanted = { landing_page_id: f.int({ min: 1 }), from: f.date(), to: f.date() }

/** `POST /api/landing_page {url, language}` and `POST /api/landing_page/visit {url}`. */
export function landingRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post('/landing_page', open('landing_page'), async (request) =>
    there(await readLanding(ctxOf(kernel, request), asked(request, 'url'), asked(request, 'preview'))),
  )

  app.post('/landing_page/visit', open('landing_page'), async (request, reply) => {
    const agent = request.headers['user-agent'] ?? ''
    // Staff looking at their own work are no visitors.
    if (isBot(agent) || besideStaff(request)) return { counted: false }
    await hit(kernel.db, `landing ${request.ip}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' })
    const page = await countVisit(ctxOf(kernel, request), asked(request, 'url'), { address: request.ip, agent })
    if (page === undefined) return { counted: false }
    void reply.setCookie(attributionCookie, attributionValue(kernel, page), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: kernel.config.publicUrl.startsWith('https:'),
      maxAge: attributionLifetime,
    })
    return { counted: true }
  })
}

/** `POST /api/admin/report/landing {landing_page_id, from, to}`. */
export function landingReportRoute(app: FastifyInstance, kernel: Kernel): void {
  app.post('/report/landing', { config: { needs: 'get landing page' }, schema: { tags: ['landing_page'] } }, async (request) => {
    const input = await checkInput(wanted, (request.body ?? {}) as Record<string, unknown>, true)
    return landingReport(ctxOf(kernel, request), Number(input.landing_page_id), String(input.from), String(input.to))
  })
}
