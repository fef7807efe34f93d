import { type Shape, t } from 'stoa'
import { fieldTypes } from './domain/shape.ts'

/** Response types of the forms API. Screens import the types alone, not the schemas. */

export const Choice = t.object({ value: t.text(), label: t.text() })

/** The options of a field, in the reader's language. For hidden fields only whether the URL may fill them. */
export const FormQuestions = t.object({
  min: t.optional(t.int('Minimum number of characters, or of selected options.')),
  max: t.optional(t.int('Maximum number of characters, or of selected options.')),
  pattern: t.optional(t.text('Regular expression that the whole answer matches.')),
  rule: t.optional(t.pick(['email', 'url', 'noSpecific'])),
  options: t.optional(t.list(Choice)),
  max_bytes: t.optional(t.int()),
  extensions: t.optional(t.list(t.text())),
  max_files: t.optional(t.int()),
  country_code_key: t.optional(t.text('Key of the field with the country code of this phone number.')),
  from_query: t.optional(t.flag()),
})
export type FormQuestions = Shape<typeof FormQuestions>

export const FieldView = t.object({
  key: t.text(),
  type: t.pick(fieldTypes),
  required: t.flag(),
  title: t.text(),
  placeholder: t.text(),
  class: t.text(),
  additional_options: FormQuestions,
})
export type FieldView = Shape<typeof FieldView>

export const TabView = t.object({ title: t.text(), fields: t.list(FieldView) })
export type TabView = Shape<typeof TabView>

/** Answer of `GET /api/form/{url}`. */
export const FormView = t.object({
  id: t.id(),
  url: t.text(),
  title: t.text(),
  description: t.text('HTML.'),
  success_message: t.text(),
  meta_title: t.text(),
  meta_description: t.text(),
  allow_guest: t.flag(),
  limit_submit: t.flag(),
  form_version: t.int('To be sent back with the answers.'),
  standing: t.pick(['open', 'closed', 'full', 'needs_account']),
  tabs: t.list(TabView),
  problems: t.optional(t.record(t.list(t.text()))),
})
export type FormView = Shape<typeof FormView>

/** A benefit for submitting a form. */
export const Gift = t.object({ title: t.text(), path: t.text('URL in the shop.') })
export type Gift = Shape<typeof Gift>

/** Answer of `POST /api/form/{url}`. */
export const Received = t.object({
  status: t.is('received'),
  success_message: t.text(),
  gifts: t.list(Gift),
  gifts_mailed: t.optional(t.flag('Items are sent to the submitted address only.')),
})
export type Received = Shape<typeof Received>

/** Answer of `POST /api/form/{url}/upload`. */
export const UploadedFormFile = t.object({
  token: t.text('Token to submit as the answer, valid for one day.'),
  name: t.text(),
  size: t.int(),
})
export type UploadedFormFile = Shape<typeof UploadedFormFile>

const SubmittedAnswer = t.object({
  key: t.text(),
  title: t.text(),
  answer: t.text(),
  files: t.list(t.object({ name: t.text(), url: t.text() })),
})

/** Answer of `GET /api/submit_histories`. */
export const OwnSubmissions = t.object({
  data: t.list(
    t.object({
      id: t.id(),
      user_id: t.id(),
      status: t.text(),
      form: t.text(),
      url: t.maybe(t.text()),
      created_at: t.dateTime(),
      updated_at: t.dateTime(),
      said: t.list(SubmittedAnswer),
    }),
  ),
  next: t.maybe(t.id('Pass it as `before` to read older ones.')),
})
export type OwnSubmissions = Shape<typeof OwnSubmissions>

const Words = t.record(t.text())

/** Answer of `GET /api/admin/form/first`: texts by language. */
export const FirstTab = t.object({
  title: Words,
  fields: t.list(
    t.object({
      type: t.pick(fieldTypes),
      key: t.text(),
      title: Words,
      placeholder: t.maybe(t.text()),
      class: t.text(),
      required: t.flag(),
      enabled: t.flag(),
      additional_options: t.object({ rule: t.optional(t.is('email')) }),
    }),
  ),
})
