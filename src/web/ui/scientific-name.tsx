/** The name of a taxon, which is the same in every language. */
export const ScientificName = ({ children }: { children: string }) => (
  <i lang="la" translate="no">
    {children}
  </i>
);
