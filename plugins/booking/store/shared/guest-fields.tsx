import { useShop } from 'stoa/store'
import { Field } from 'stoa/store/form'

/** Fields for a guest's name and e-mail address; a signed-in customer needs none. */
export const WhoComes = () => {
  const { t, bootstrap } = useShop()
  if (bootstrap.signedIn) return null
  return (
    <>
      <div className="event-names">
        <Field name="first_name" label={t('booking.first_name')} required autoComplete="given-name" maxLength={120} />
        <Field name="last_name" label={t('booking.last_name')} required autoComplete="family-name" maxLength={120} />
      </div>
      <Field name="email" label={t('booking.email')} type="email" required autoComplete="email" />
    </>
  )
}
