import { type InputProps, useFormField } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import { GoodsTable } from './goods-table.tsx'

/** Prices of a supplier, in the supplier's currency. */
export default function PricesInput(props: InputProps) {
  const say = useMessages()
  const { value: currency } = useFormField<string>('currency')
  return (
    <GoodsTable
      {...props}
      supplier={null}
      parts={[
        { name: 'cost', label: currency ? say('costIn', { currency }) : say('unit_cost') },
        { name: 'min_qty', label: say('minimum') },
        { name: 'supplier_sku', label: say('supplierSku'), text: true },
      ]}
      begin={() => ({ cost: '', min_qty: 1, supplier_sku: '' })}
    />
  )
}
