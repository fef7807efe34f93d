import { Link } from '../kit/link.tsx'
import { RichText } from '../kit/rich-text.tsx'
import { useShop } from '../kit/shop.tsx'

/** Bottom of every page: the shop's own block, the categories again, and who it is. */
export const Footer = () => {
  const { t, shell } = useShop()
  return (
    <footer className="site-footer">
      <div className="footer-columns">
        <div className="footer-about">
          <p className="footer-name">{shell.settings.basic.name}</p>
          {shell.footer.content && <RichText html={shell.footer.content} />}
        </div>
        {shell.categories.length > 0 && (
          <nav aria-label={t('shell.footer_categories')}>
            <h2>{t('shell.categories')}</h2>
            <ul>
              {shell.categories.slice(0, 8).map((node) => (
                <li key={node.id}>
                  <Link to={`/category/${node.url}`}>{node.title}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <p className="footer-end">© {shell.settings.basic.name}</p>
    </footer>
  )
}
