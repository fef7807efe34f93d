import { type HeadInfo, type ScreenContext, useT } from 'stoa/store'
import { Area, Field, Form, Upload } from 'stoa/store/form'

export const head = (_data: null, { t }: ScreenContext): HeadInfo => ({ title: t('repair.title'), path: '/repair' })

/** Form on which a customer requests a repair. */
export default function RepairRequest() {
  const t = useT()
  return (
    <div className="page narrow">
      <h1>{t('repair.title')}</h1>
      <Form to="/api/repair" button={t('repair.send')} sent={{ title: t('repair.sent'), text: t('repair.sent_text') }}>
        <Field name="name" label={t('repair.name')} autoComplete="name" maxLength={120} required />
        <Field name="email" label={t('repair.email')} type="email" autoComplete="email" required />
        <Area name="broken" label={t('repair.broken')} maxLength={2_000} rows={6} required />
        <Upload name="photo" label={t('repair.photo')} accept="image/*" optional />
      </Form>
    </div>
  )
}
