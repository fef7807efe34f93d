import { f, rateLimit, route, getNetwork, t } from 'stoa'
import { sendTestEmail } from '../services/try-mail.ts'

/** `POST /api/admin/settings/mail/test {to}`: sends an e-mail and returns the response of the mail server. */
export const mailTestRoute = route({
  on: 'POST /settings/mail/test',
  id: 'settings_mail.test',
  summary: 'Send a test e-mail and return the response of the mail server',
  needs: 'update configuration',
  body: { to: f.email() },
  response: t.either(
    t.object({ status: t.pick(['sent', 'kept']), id: t.id() }),
    t.object({ status: t.is('failed'), id: t.id(), error: t.text('Response of the mail server.') }),
  ),
  run: async ({ kernel, ctx, body, request }) => {
    await rateLimit(kernel.db, `mail-test ${getNetwork(request.ip)}`, { max: 20, seconds: 900 })
    const shop = String(kernel.settings.read('basic', ctx.language).name)
    const say = (key: string) => kernel.i18n.t(ctx.language, `staff:mail.${key}`, { shop })
    return sendTestEmail(kernel, { to: body.to, subject: say('test_subject'), text: say('test_text') })
  },
})
