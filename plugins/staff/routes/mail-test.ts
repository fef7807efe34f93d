import type { FastifyInstance } from 'fastify'
import { checkInput, ctxOf, f, hit, type Kernel, type TestOutcome, tryMail } from '#core'

/** `POST /api/admin/settings/mail/test {to}`: writes a mail and tells what the mail server said. */
export function mailTestRoute(app: FastifyInstance, kernel: Kernel): void {
  app.post('/settings/mail/test', { config: { needs: 'update configuration' } }, async (request): Promise<TestOutcome> => {
    const input = await checkInput({ to: f.email() }, request.body as Record<string, unknown>)
    const { language } = ctxOf(kernel, request)
    await hit(kernel.db, `mail-test ${request.ip}`, { max: 20, seconds: 900 })
    const shop = String(kernel.settings.read('basic', language).name)
    const say = (key: string) => kernel.catalogue.t(language, `staff:mail.${key}`, { shop })
    return tryMail(kernel, { to: String(input.to), subject: say('test_subject'), text: say('test_text') })
  })
}
