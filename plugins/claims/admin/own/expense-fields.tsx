import { FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { amountText } from 'stoa/admin'
import { formatMoney, parseMoney } from 'stoa/money'
import type { ExpenseForm } from '../../api-types.ts'
import { findMileageRate, isDistance, toMileageAmount } from '../../domain/expense-amount.ts'
import { useMessages } from '../messages.ts'
import type { ExpenseValues } from './save-expense.ts'

interface ExpenseFieldsProps {
  form: ExpenseForm
  values: ExpenseValues
  errors: Record<string, string[]>
  change: (part: Partial<ExpenseValues>) => void
}

type Category = ExpenseForm['categories'][number]

/** Whether an amount in the base currency exceeds the limit of an expense. Limits of days and months are checked by the server. */
function exceedsLimit({ amount, currency }: ExpenseValues, category: Category | undefined, base: string): boolean {
  if (!category || category.limit_item === null || currency !== base) return false
  try {
    return parseMoney(amount) > parseMoney(category.limit_item)
  } catch {
    return false
  }
}

/** Date, category, amount or distance, description and reason of an expense, with the limits of the category. */
export function ExpenseFields({ form, values, errors, change }: ExpenseFieldsProps) {
  const say = useMessages()
  const category = form.categories.find(({ id }) => id === values.category_id)
  const isAbove = exceedsLimit(values, category, form.currency)
  const group = (name: keyof ExpenseValues) => ({
    labelFor: `expense-${name}`,
    ...(errors[name] ? { intent: 'danger' as const, helperText: errors[name].join(' ') } : {}),
  })
  return (
    <>
      <div className="claim-pair">
        <FormGroup label={say('expense_date')} {...group('expense_date')}>
          <InputGroup
            id="expense-expense_date"
            type="date"
            size="large"
            max={form.today}
            value={values.expense_date}
            onValueChange={(expense_date) => change({ expense_date })}
          />
        </FormGroup>
        <FormGroup label={say('category')} {...group('category_id')}>
          <HTMLSelect
            id="expense-category_id"
            fill
            large
            value={values.category_id}
            options={[
              ...(values.category_id === 0 ? [{ value: 0, label: say('choose_category') }] : []),
              ...form.categories.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={({ currentTarget }) => change({ category_id: Number(currentTarget.value) })}
          />
        </FormGroup>
      </div>
      {category?.is_mileage ? (
        <Distance category={category} values={values} currency={form.currency} error={errors['mileage_km']} change={change} />
      ) : (
        <div className="claim-pair claim-money">
          <FormGroup label={say('amount')} {...group('amount')}>
            <InputGroup
              id="expense-amount"
              inputMode="decimal"
              size="large"
              autoComplete="off"
              value={values.amount}
              onValueChange={(amount) => change({ amount })}
            />
          </FormGroup>
          <FormGroup label={say('currency')} {...group('currency')}>
            <HTMLSelect
              id="expense-currency"
              fill
              large
              value={values.currency}
              options={form.currencies}
              onChange={({ currentTarget }) => change({ currency: currentTarget.value })}
            />
          </FormGroup>
        </div>
      )}
      {category ? <Limits category={category} currency={form.currency} /> : null}
      <FormGroup label={say('description')} {...group('description')}>
        <InputGroup
          id="expense-description"
          size="large"
          maxLength={500}
          value={values.description}
          onValueChange={(description) => change({ description })}
        />
      </FormGroup>
      {isAbove || values.reason !== '' || errors['reason'] ? (
        <FormGroup
          label={say('reason')}
          subLabel={isAbove ? say(form.limit_policy === 'warn' ? 'above_limit' : 'above_limit_refused') : ''}
          {...group('reason')}
        >
          <TextArea
            id="expense-reason"
            fill
            autoResize
            rows={2}
            maxLength={500}
            value={values.reason}
            onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
          />
        </FormGroup>
      ) : null}
    </>
  )
}

interface DistanceProps extends Pick<ExpenseFieldsProps, 'values' | 'change'> {
  category: Category
  currency: string
  error: string[] | undefined
}

/** Kilometres, and the amount they give. */
function Distance({ category, values, currency, error, change }: DistanceProps) {
  const say = useMessages()
  const rate = findMileageRate(category.mileage_rates, values.expense_date)?.rate
  const km = values.mileage_km
  const amount = rate !== undefined && isDistance(km) ? formatMoney(toMileageAmount(km, rate, currency)) : undefined
  return (
    <FormGroup
      label={say('distance')}
      labelFor="expense-mileage_km"
      {...(error ? { intent: 'danger' as const, helperText: error.join(' ') } : {})}
    >
      <InputGroup
        id="expense-mileage_km"
        inputMode="decimal"
        size="large"
        autoComplete="off"
        value={km}
        onValueChange={(mileage_km) => change({ mileage_km })}
      />
      <p aria-live="polite" className="quiet">
        {rate === undefined
          ? say('no_km_rate')
          : amount === undefined
            ? say('km_rate', { rate: amountText(rate, currency) })
            : say('km_amount', { km, rate: amountText(rate, currency), amount: amountText(amount, currency) })}
      </p>
    </FormGroup>
  )
}

/** Limits of a category, and from which amount a receipt is required. */
function Limits({ category, currency }: { category: Category; currency: string }) {
  const say = useMessages()
  const limits = (['limit_item', 'limit_day', 'limit_month'] as const).flatMap((name) => {
    const limit = category[name]
    return limit === null ? [] : [say(name, { limit: amountText(limit, currency) })]
  })
  const required = category.receipt_required_over
  const receipt =
    required === null
      ? []
      : [Number(required) === 0 ? say('receipt_always') : say('receipt_above', { limit: amountText(required, currency) })]
  const lines = [...limits, ...receipt]
  return lines.length === 0 ? null : <p className="quiet small">{lines.join(' · ')}</p>
}
