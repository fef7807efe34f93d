import { useShop, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Trail, trailList } from '../shared/breadcrumbs.tsx'
import { ContactForm } from './form.tsx'

/** All data comes with the frame, so there is nothing to load. */
export const load = (): Promise<null> => Promise.resolve(null)

export const head = (_data: null, context: ScreenContext): HeadInfo => {
  const title = context.t('content.contact.title')
  const { name } = context.shell.settings.basic
  return {
    title,
    description: context.t('content.contact.description', { name }),
    path: '/contact-us',
    jsonLd: [{ '@type': 'ContactPage', name: title }, trailList(context, [{ title, path: '/contact-us' }])],
  }
}

const Lines = ({ text }: { text: string }) => text.split('\n').map((line, i) => <span key={`${i}-${line}`}>{line}</span>)

const Reach = () => {
  const t = useT()
  const { public_email: email, public_phone: phone, address, hours, map_url: map } = useShop().shell.settings.contact
  return (
    <address className="reach">
      {address && (
        <div>
          <h2>{t('content.contact.address')}</h2>
          <p className="reach-lines">
            <Lines text={address} />
          </p>
          {map && (
            <a href={map} target="_blank" rel="noopener">
              {t('content.contact.map')}
            </a>
          )}
        </div>
      )}
      {hours && (
        <div>
          <h2>{t('content.contact.hours')}</h2>
          <p className="reach-lines">
            <Lines text={hours} />
          </p>
        </div>
      )}
      {(phone || email) && (
        <div>
          <h2>{t('content.contact.direct')}</h2>
          <p className="reach-lines">
            {phone && <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>}
            {email && <a href={`mailto:${email}`}>{email}</a>}
          </p>
        </div>
      )}
    </address>
  )
}

export default function ContactScreen() {
  const t = useT()
  return (
    <div className="page contact">
      <Trail steps={[]} here={t('content.contact.title')} />
      <h1>{t('content.contact.title')}</h1>
      <p className="lead">{t('content.contact.lead')}</p>
      <div className="contact-columns">
        <ContactForm />
        <Reach />
      </div>
    </div>
  )
}
