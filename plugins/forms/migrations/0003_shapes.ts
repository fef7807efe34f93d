import { jsonShapes } from 'stoa/migrations'

export const { up, down } = jsonShapes({
  form: { rules: { type: 'array', items: 'object' } },
  form_field: { additional_options: { type: 'object' } },
  form_submission: { answers: { type: 'object' } },
})
