import { Link, useT } from 'stoa/store'

/** On the page of a service, in place of the way into the cart. */
export default function ApplyLink({ about }: { data?: null; about?: { url: string } }) {
  const t = useT()
  return about ? (
    <Link className="button button-main" to={`/service/${about.url}`}>
      {t('service.ask')}
    </Link>
  ) : null
}
