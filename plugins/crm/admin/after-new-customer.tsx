import { useEffect } from 'react'
import { adminPath, go, previousPathname } from 'stoa/admin'

/** A lead that is opened straight from the form of a new customer leads to the list of customers (specification A §2). */
export default function AfterNewCustomer() {
  useEffect(() => {
    if (previousPathname() === adminPath('customer/list/create')) go(adminPath('customer/list'))
  }, [])
  return null
}
