import { useShop } from 'stoa/store'
import { Area, Field, Form } from 'stoa/store/form'
import { Captcha } from 'stoa/plugins/people/store'

/** The contact form. */
export const ContactForm = () => {
  const { t } = useShop()
  const say = (key: string) => t(`content.contact.${key}`)
  return (
    <Form
      to="/api/contact"
      className="contact-form"
      button={say('send')}
      failed={say('failed')}
      sent={{ title: say('sent'), text: say('sent_text') }}
    >
      <div className="contact-who">
        <Field name="name" label={say('name')} required maxLength={120} autoComplete="name" />
        <Field name="email" label={say('email')} required type="email" autoComplete="email" />
      </div>
      <Field name="subject" label={say('subject')} required maxLength={200} />
      <Area name="message" label={say('message')} required maxLength={5_000} rows={5} />
      {/* Honeypot field, hidden from people. */}
      <div className="visually-hidden" aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Captcha form="contact" />
    </Form>
  )
}
