import { type Shape, t } from 'stoa'
import { FormView, Gift } from 'stoa/plugins/forms'
import { applicationStatuses } from './domain/statuses.ts'

/** Response types of the service API. Screens import the types alone, not the schemas. Amounts are decimal strings in the base currency. */

/** A service as lists show it. */
export const ServiceCard = t.object({
  id: t.id(),
  name: t.text(),
  url: t.text(),
  image: t.maybe(t.text()),
  short_description: t.text('HTML.'),
  price: t.maybe(t.money('Lowest price; null when the visitor sees no prices.')),
  needs_approval: t.flag('Each application is reviewed before payment.'),
})
export type ServiceCard = Shape<typeof ServiceCard>

export const ServiceList = t.object({ data: t.list(ServiceCard) })
export type ServiceList = Shape<typeof ServiceList>

/** Answer of `GET /api/service/{url}`. */
export const ServicePage = t.object({
  ...ServiceCard.properties,
  description: t.text('HTML.'),
  stocks: t.list(t.object({ id: t.id(), choice: t.text(), price: t.maybe(t.money()) })),
  form: FormView,
})
export type ServicePage = Shape<typeof ServicePage>

/** Answer of `POST /api/service/{url}`. */
export const Applied = t.object({
  status: t.is('received'),
  success_message: t.text(),
  gifts: t.list(Gift),
  application: t.object({
    number: t.text(),
    token: t.text('Access token of the application.'),
    /** Cart item of an application that needs no approval and only has to be paid. */
    to_pay: t.maybe(t.object({ kind: t.text(), subject_id: t.int(), quantity: t.int() })),
  }),
})
export type Applied = Shape<typeof Applied>

/** A file with a signed URL that expires after some minutes. */
export const OpenFile = t.object({ id: t.id(), name: t.text(), size: t.int('Bytes.'), url: t.text() })

/** An answer to the form as text, with its files. */
export const Answered = t.object({ title: t.text(), answer: t.text(), files: t.list(t.object({ name: t.text(), url: t.text() })) })

/** Answer of `GET /api/admin/application/{id}/answers`. */
export const Answers = t.object({ data: t.list(Answered), submission_id: t.maybe(t.id()) })
export type Answers = Shape<typeof Answers>

/** An application as its applicant sees it. */
export const OwnApplication = t.object({
  number: t.text(),
  status: t.pick(applicationStatuses),
  service: t.text(),
  choice: t.text(),
  url: t.maybe(t.text('URL of the service while it is published.')),
  quantity: t.int(),
  price: t.money('Price of one.'),
  total: t.money(),
  created_at: t.dateTime(),
  decided_at: t.maybe(t.dateTime()),
  note: t.text('Note of staff with their decision.'),
  order_number: t.maybe(t.text()),
  pay_url: t.maybe(t.text('Payment URL while payment is pending.')),
  may_cancel: t.flag(),
  answers: t.list(Answered),
  files: t.list(OpenFile),
})
export type OwnApplication = Shape<typeof OwnApplication>

export const OwnApplications = t.object({ data: t.list(OwnApplication) })
export type OwnApplications = Shape<typeof OwnApplications>
