import { type DraftInput, extendResource, f, validationError, message, type Message, type ValidatedInput } from 'stoa'
import { product } from 'stoa/plugins/catalogue'

const ofServices = { showIf: { field: 'type', in: ['service'] } }

const fields = {
  is_approval_required: f.flag({ default: false, ...ofServices }),
  form_id: f.maybe(f.one('form', ofServices)),
}

/** How a service is asked for: by a form, and whether staff decide first. */
export const applicationsOfProduct = extendResource(product, { fields, hooks: { beforeValidate: fitType, validate: serviceOnly } })

/** The owner's fields that these hang on. */
interface Kind {
  type?: string | null
  by_application?: boolean
}

/** Approval and a form go with services only; a service that has one of them is not sold by itself. */
function fitType({ input, old }: DraftInput<typeof fields>): void {
  const [next, before] = [input as typeof input & Kind, old as (typeof old & Kind) | null]
  const type = next.type ?? before?.type
  if (next.type && next.type !== 'service' && before && next.type !== before.type) {
    if (input.is_approval_required === undefined && old?.is_approval_required) input.is_approval_required = false
    if (input.form_id === undefined && old?.form_id) input.form_id = null
  }
  const form = input.form_id === undefined ? old?.form_id : input.form_id
  const isAsked = type === 'service' && ((input.is_approval_required ?? old?.is_approval_required) === true || Boolean(form))
  if (isAsked !== (before?.by_application ?? false)) next.by_application = isAsked
}

/** @throws Failed INVALID for a form or an approval of what is no service */
function serviceOnly({ input, old }: ValidatedInput<typeof fields>): void {
  const type = (input as Kind).type ?? (old as Kind | null)?.type
  if (type === 'service') return
  const why = message('service:error.service_only')
  const errors: Record<string, Message> = {
    ...(input.is_approval_required ? { is_approval_required: why } : {}),
    ...(input.form_id ? { form_id: why } : {}),
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}
