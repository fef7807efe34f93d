import { useIsEmbedded, useTitle, useWake } from 'stoa/admin'
import { useEffect, useState } from 'react'
import '../counter.css'
import { useFigures } from '../engine/figures.ts'
import { type DisplayContent, watch } from '../engine/show.ts'
import { lineTotal } from '../engine/ticket.ts'
import { useMessages } from '../messages.ts'

/** Customer display: current sale, total and change. */
export default function DisplayScreen() {
  const say = useMessages()
  const figure = useFigures()
  const store = Number(location.pathname.split('/').at(-1))
  const [content, setContent] = useState<DisplayContent>()
  useIsEmbedded()
  useWake()
  useTitle([say('display')])
  useEffect(() => watch(store, setContent), [store])
  const lines = content?.ticket.lines ?? []
  if (content?.sold)
    return (
      <div className="till-display is-sold">
        <p>{say('notice')}</p>
        {content.sold.change !== '0.00' && (
          <p className="till-display-change">
            {say('change')} <strong className="num">{figure(content.sold.change)}</strong>
          </p>
        )}
      </div>
    )
  if (lines.length === 0)
    return (
      <div className="till-display is-sold">
        <p>{content?.shop ?? ''}</p>
        <p className="quiet">{say('welcome')}</p>
      </div>
    )
  return (
    <div className="till-display">
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <span>
              {line.quantity} × {line.article.name} {line.article.choice}
            </span>
            <span className="num">{figure(lineTotal(line))}</span>
          </li>
        ))}
        {(content?.off ?? []).map(({ label, amount }) => (
          <li key={label} className="is-off">
            <span>{label}</span>
            <span className="num">{figure(`-${amount}`)}</span>
          </li>
        ))}
      </ul>
      <p className="till-display-total">
        {say('total')}
        <strong className="num">
          {content?.currency} {figure(content?.total ?? '')}
        </strong>
      </p>
    </div>
  )
}
