import { useShop } from 'stoa/store'
import { FormQuestions } from 'stoa/plugins/forms/store'
import { Phone } from 'stoa/plugins/people/store'
import type { EventPage } from '../../api-types.ts'

/** Questions of an event beside the name: phone number and form. */
export interface Asking {
  form: EventPage['form']
  ask_phone: EventPage['ask_phone']
  problems?: Readonly<Record<string, string[]>> | undefined
}

/** Fields of an event's questions. */
export const EventQuestions = ({ asking: { form, ask_phone, problems } }: { asking: Asking }) => {
  const { t, shell } = useShop()
  const { supported_country_codes: codes, default_country_code: code } = shell.settings.basic
  return (
    <>
      {ask_phone !== 'no' && <Phone codes={codes} code={code} optional={ask_phone === 'optional'} />}
      {form && form.standing !== 'open' && <p className="note">{t(`forms.${form.standing}`)}</p>}
      {form && <FormQuestions form={form} problems={problems} />}
    </>
  )
}
