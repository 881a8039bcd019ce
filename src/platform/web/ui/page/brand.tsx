import classes from './brand.module.css'

interface BrandProps {
  readonly settings: { readonly providerName: string; readonly logoUrl: string | null }
  readonly small?: boolean
}

/** The provider's logo, or the name set as a wordmark. */
export function Brand({ settings, small }: BrandProps) {
  if (settings.logoUrl)
    return <img src={settings.logoUrl} alt={settings.providerName} className={classes.logo} data-small={small || undefined} />
  return <span className={classes.wordmark}>{small ? settings.providerName.slice(0, 1) : settings.providerName}</span>
}
