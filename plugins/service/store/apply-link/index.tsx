import { Link, useT } from 'stoa/store'

/** Link on the page of a service product, in place of the cart button. */
export default function ApplyLink({ about }: { data?: null; about?: { url: string } }) {
  const t = useT()
  return about ? (
    <Link className="button button-main" to={`/service/${about.url}`}>
      {t('service.ask')}
    </Link>
  ) : null
}
