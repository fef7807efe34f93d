import { useT } from '../../../../ui-store/src/kit/index.ts'

/** A code to pay by with a banking app. Shown as a picture, so nothing in it can run. */
export const ScanToPay = ({ qr }: { qr: string }) => {
  const t = useT()
  if (!qr) return null
  return (
    <p className="scan-to-pay">
      <img src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={t('sales.result.scan')} width={220} height={220} />
    </p>
  )
}
