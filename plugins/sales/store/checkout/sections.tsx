import type { ReactNode } from 'react'
import { plainText, useShop, useT, NamePair } from 'stoa/store'
import type { CheckoutPreview } from '../../api-types.ts'
import { Delivery } from './delivery.tsx'
import { ChoiceField, SelectField, TextField } from './fields.tsx'

const Section = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <section className="checkout-section">
    <h2>
      <span aria-hidden="true">{number}</span>
      {title}
    </h2>
    {children}
  </section>
)

const Contact = ({ phoneNeeded }: { phoneNeeded: boolean }) => {
  const t = useT()
  const { supported_country_codes: codes } = useShop().shell.settings.basic
  return (
    <>
      <TextField
        name="email"
        label={t('sales.field.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={t('sales.field.email_hint')}
      />
      <NamePair
        given={<TextField name="first_name" label={t('sales.field.first_name')} autoComplete="given-name" />}
        family={<TextField name="last_name" label={t('sales.field.last_name')} autoComplete="family-name" />}
      />
      <div className="field-pair field-phone">
        <SelectField
          name="country_code"
          label={t('sales.field.country_code')}
          autoComplete="tel-country-code"
          options={codes.map((code) => [code, `+${code}`])}
        />
        <TextField
          name="phone"
          label={t('sales.field.phone')}
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          optional={!phoneNeeded}
        />
      </div>
    </>
  )
}

/** The sections of the checkout, numbered as shown. */
export const Sections = ({ preview, guest }: { preview: CheckoutPreview; guest: boolean }) => {
  const t = useT()
  const steps: [string, ReactNode][] = [
    ...(guest ? [[t('sales.step.contact'), <Contact key="contact" phoneNeeded={preview.needs_address} />] as [string, ReactNode]] : []),
    ...(preview.needs_shipping
      ? [[t('sales.step.shipping'), <Delivery key="delivery" preview={preview} guest={guest} />] as [string, ReactNode]]
      : []),
    [
      t('sales.step.payment'),
      preview.payment_methods.length > 0 ? (
        <ChoiceField
          key="payment"
          name="payment_method"
          legend={t('sales.step.payment')}
          choices={preview.payment_methods.map(({ code, title, description }) => ({
            code,
            title,
            description: plainText(description),
          }))}
        />
      ) : (
        <p key="payment" className="note">
          {t('sales.no_payment')}
        </p>
      ),
    ],
    [t('sales.step.review'), <TextField key="note" name="customer_note" label={t('sales.field.note')} rows={2} optional />],
  ]
  return steps.map(([title, content], i) => (
    <Section key={title} number={i + 1} title={title}>
      {content}
    </Section>
  ))
}
