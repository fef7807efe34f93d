import { useEffect } from 'react'
import { adminPath, go, previousPathname } from 'stoa/admin'

/** Redirects to the list of customers after a lead was created from the form of a new customer (specification A §2). */
export default function AfterNewCustomer() {
  useEffect(() => {
    if (previousPathname() === adminPath('customer/list/create')) go(adminPath('customer/list'))
  }, [])
  return null
}
