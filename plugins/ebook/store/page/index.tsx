import { useState } from 'react'
import { CallFailed, failureTexts, Link, Picture, RichText, useShop, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { EbookDownload, EbookView } from '../../api-types.ts'

interface EbookPageData {
  data: EbookView[]
  /** Access key from a form confirmation, with the id of its e-book. */
  key: { book: number; key: string } | null
}

export const load = async ({ call, language, search }: ScreenContext): Promise<EbookPageData> => {
  const [, book = '', key = ''] = /^(\d{1,15})\.([\w.-]{1,300})$/.exec(search.key ?? '') ?? []
  const { data } = await call.get<Pick<EbookPageData, 'data'>>('/api/ebook', { language })
  return { data, key: key === '' ? null : { book: Number(book), key } }
}

export const head = ({ data, key }: EbookPageData, { t }: ScreenContext): HeadInfo => ({
  title: t('ebook.title'),
  description: data.map((book) => book.title).join(', '),
  path: '/ebook',
  noindex: key !== null,
})

/** Explains how to get access to an e-book. */
const Remedy = ({ book }: { book: EbookView }) => {
  const t = useT()
  if (book.access === 'purchase' && book.product)
    return <Link to={`/product/${book.product.url}`}>{t('ebook.buy', { name: book.product.name })}</Link>
  if (book.access === 'form' && book.form) return <Link to={`/form/${book.form.url}`}>{t('ebook.fill', { name: book.form.title })}</Link>
  return <Link to="/login">{t('ebook.sign_in')}</Link>
}

const Book = ({ book, downloadKey }: { book: EbookView; downloadKey: string }) => {
  const t = useT()
  const { call, language } = useShop()
  const [problem, setProblem] = useState<{ text: string; refused: boolean } | null>(null)
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { url } = await call.post<EbookDownload>(`/api/ebook/${book.id}/download`, {
        language,
        ...(downloadKey ? { key: downloadKey } : {}),
      })
      window.location.assign(url)
    } catch (error) {
      setProblem({
        text: failureTexts(error)[0] ?? t('ebook.failed'),
        refused: error instanceof CallFailed && error.status === 403,
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="book" id={book.url}>
      <div className="book-cover">
        <Picture path={book.cover} alt="" seed={book.id} name={book.title} />
      </div>
      <h2 className="card-name">{book.title}</h2>
      {book.access !== 'public' && (
        <p className="muted small">{t(`ebook.for_${book.access}`, { name: book.product?.name ?? book.form?.title ?? '' })}</p>
      )}
      {book.description && <RichText html={book.description} />}
      <button
        type="button"
        className="button"
        aria-label={t('ebook.download_of', { name: book.title })}
        aria-busy={busy}
        disabled={busy}
        onClick={() => void fetchIt()}
      >
        {t('ebook.download')}
      </button>
      {problem && (
        <p className="field-problem" role="alert">
          {problem.text} {problem.refused && <Remedy book={book} />}
        </p>
      )}
    </li>
  )
}

/** Grid of e-books with download buttons. */
export default function EbookScreen({ data }: { data: EbookPageData }) {
  const t = useT()
  return (
    <div className="page">
      <header className="list-head">
        <h1>{t('ebook.title')}</h1>
      </header>
      <noscript>
        <p className="note">{t('ebook.needs_script')}</p>
      </noscript>
      {data.data.length === 0 ? (
        <p className="empty-state">{t('ebook.empty')}</p>
      ) : (
        <ul className="grid">
          {data.data.map((book) => (
            <Book key={book.id} book={book} downloadKey={data.key?.book === book.id ? data.key.key : ''} />
          ))}
        </ul>
      )}
    </div>
  )
}
