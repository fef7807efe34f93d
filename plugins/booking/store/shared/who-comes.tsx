import { useShop } from 'stoa/store'
import { Field } from 'stoa/store/form'

/** Fields for the name and address of a guest; of a signed-in customer they are known. */
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
