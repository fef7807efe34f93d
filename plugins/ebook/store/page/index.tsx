import { useState } from 'react'
import { CallFailed, failureTexts, Link, Picture, RichText, useShop, useT } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import type { EbookDownload, EbookView } from '../../wire.ts'

interface Shelf {
  data: EbookView[]
}

export const load = ({ call, language }: ScreenContext): Promise<Shelf> => call.get<Shelf>('/api/ebook', { language })

export const head = ({ data }: Shelf, { t }: ScreenContext): HeadInfo => ({
  title: t('ebook.title'),
  description: data.map((book) => book.title).join(', '),
  path: '/ebook',
})

/** What to do about a book one may not have. */
const Remedy = ({ book }: { book: EbookView }) => {
  const t = useT()
  if (book.access === 'purchase' && book.product)
    return <Link to={`/product/${book.product.url}`}>{t('ebook.buy', { name: book.product.name })}</Link>
  return <Link to="/login">{t('ebook.sign_in')}</Link>
}

const Book = ({ book }: { book: EbookView }) => {
  const t = useT()
  const { call, language } = useShop()
  const [problem, setProblem] = useState<{ text: string; refused: boolean } | null>(null)
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { url } = await call.post<EbookDownload>(`/api/ebook/${book.id}/download`, { language })
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
      {book.access !== 'public' && <p className="muted small">{t(`ebook.for_${book.access}`, { name: book.product?.name ?? '' })}</p>}
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

/** The shelf: covers side by side, each with the button that fetches its file. */
export default function EbookScreen({ data }: { data: Shelf }) {
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
            <Book key={book.id} book={book} />
          ))}
        </ul>
      )}
    </div>
  )
}
