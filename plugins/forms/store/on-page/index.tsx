import type { FormView } from '../../api-types.ts'
import { EmbeddedForm } from '../shared/embedded.tsx'

/** A form embedded in a landing page. */
export default function FormOnPage({ about }: { data: null; about?: { shown: FormView; button: string } }) {
  return about ? <EmbeddedForm form={about.shown} page={`/form/${about.shown.url}`} button={about.button} /> : null
}
