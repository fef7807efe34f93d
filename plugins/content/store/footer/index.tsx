import { Keep, Link, Markup, RichText, useShop } from 'stoa/store'
import { getCategories } from '../shared/categories.ts'

const LinkColumn = ({ title, name, links }: { title: string; name: string; links: { title: string; to: string }[] }) =>
  links.length > 0 && (
    <nav aria-label={name}>
      <h2>{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to}>{link.title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )

const Columns = () => {
  const { t, shell } = useShop()
  return (
    <>
      <div className="footer-about">
        <p className="footer-name">{shell.settings.basic.name}</p>
        {shell.footer.content && (
          <div className="block-footer">
            <Markup css={shell.footer.css} />
            <RichText html={shell.footer.content} />
          </div>
        )}
      </div>
      <LinkColumn
        title={t('content.frame.categories')}
        name={t('content.frame.footer_categories')}
        links={getCategories(shell)
          .slice(0, 8)
          .map(({ title, url }) => ({ title, to: `/category/${url}` }))}
      />
      <LinkColumn
        title={t('content.frame.about')}
        name={t('content.frame.about')}
        links={[
          ...shell.pages.map(({ title, url }) => ({ title, to: `/${url}` })),
          { title: t('content.frame.contact'), to: '/contact-us' },
        ]}
      />
    </>
  )
}

/** Footer of every page: the footer block, the categories and the contact details. */
export default function Footer() {
  return (
    <Keep as="div" name="content/footer" className="footer-columns">
      <Columns />
    </Keep>
  )
}
