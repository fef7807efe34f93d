import { type Shape, t } from '../http/shapes.ts'
import { locales } from '../i18n/locale.ts'

/** One permission, split into its parts: `batch update product` is `batch update` on `product`. Labels are in the reader's language. */
export const Right = t.object({ name: t.text(), action: t.text(), resource: t.text(), label: t.text(), resourceLabel: t.text() })
export type Right = Shape<typeof Right>

/** Response of `GET /api/admin/permissions`. Groups are the sections of the menu. */
export const Rights = t.object({
  data: t.list(t.object({ group: t.text(), groupLabel: t.text(), entries: t.list(Right) })),
  presets: t.list(t.object({ name: t.text(), label: t.text(), group: t.text(), permissions: t.list(t.text()) })),
  special: t.list(t.object({ what: t.text('A field that needs a permission in addition to that of its resource.'), needs: t.text() })),
})
export type Rights = Shape<typeof Rights>

/** Response of `GET /api/admin`. */
export const Me = t.object({
  id: t.id(),
  name: t.text(),
  email: t.text(),
  language: t.pick(locales),
  theme: t.pick(['system', 'light', 'dark']),
  must_change_password: t.flag('Until the one-time password is changed.'),
  preferences: t.record(t.any()),
  role: t.object({ id: t.id(), name: t.text(), permission_list: t.list(t.text()) }),
})
export type Me = Shape<typeof Me>

/** A newly opened session. Pages use its cookie; API clients send the token. */
export const Session = t.object({ token: t.text('For programs: `Authorization: Bearer <token>`.'), expires_at: t.dateTime() })
export type Session = Shape<typeof Session>

/** The next sign-in step of a member of staff whose password was correct, for example a second factor. */
export const SignInStep = t.object({
  screen: t.text('The component of the sign-in page that asks for it.'),
  ticket: t.text('The value the component submits with the response.'),
})
export type SignInStep = Shape<typeof SignInStep>
