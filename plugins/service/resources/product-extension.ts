import { type DraftInput, extendResource, f, validationError, message, type Message, type ValidatedInput } from 'stoa'
import { product } from 'stoa/plugins/catalogue'

const ofServices = { showIf: { field: 'type', in: ['service'] } }

const fields = {
  is_approval_required: f.flag({ default: false, ...ofServices }),
  form_id: f.maybe(f.one('form', ofServices)),
}

/** Adds the application form and the approval flag to products. */
export const applicationsOfProduct = extendResource(product, { fields, hooks: { beforeValidate: fitType, validate: serviceOnly } })

/** Product fields that these depend on. */
interface Kind {
  type?: string | null
  by_application?: boolean
}

/** Form and approval apply to services only; a service with either of them is sold by application. */
function fitType({ input, old }: DraftInput<typeof fields>): void {
  const [next, before] = [input as typeof input & Kind, old as (typeof old & Kind) | null]
  const type = next.type ?? before?.type
  if (next.type && next.type !== 'service' && before && next.type !== before.type) {
    if (input.is_approval_required === undefined && old?.is_approval_required) input.is_approval_required = false
    if (input.form_id === undefined && old?.form_id) input.form_id = null
  }
  const form = input.form_id === undefined ? old?.form_id : input.form_id
  const requiresApplication = type === 'service' && ((input.is_approval_required ?? old?.is_approval_required) === true || Boolean(form))
  if (requiresApplication !== (before?.by_application ?? false)) next.by_application = requiresApplication
}

/** @throws AppError INVALID for a form or an approval of a product that is not a service */
function serviceOnly({ input, old }: ValidatedInput<typeof fields>): void {
  const type = (input as Kind).type ?? (old as Kind | null)?.type
  if (type === 'service') return
  const problem = message('service:error.service_only')
  const errors: Record<string, Message> = {
    ...(input.is_approval_required ? { is_approval_required: problem } : {}),
    ...(input.form_id ? { form_id: problem } : {}),
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}
