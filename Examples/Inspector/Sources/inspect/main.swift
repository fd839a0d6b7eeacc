import TroupeInspector

await Inspector.main()
