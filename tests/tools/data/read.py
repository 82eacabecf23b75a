"""Reads the files of a folder that is its argument: with pandas and DuckDB each that ends in .csv or .parquet, with frictionless the
package that datapackage.json describes, with mlcroissant the record croissant.json. Says as JSON what each of them found; values are texts,
times RFC 3339 in seconds, and nothing is null."""

import datetime
import json
import logging
import pathlib
import sys

import duckdb
import pandas

folder = pathlib.Path(sys.argv[1])
logging.disable(logging.WARNING)


def text(value):
    if value is None or value is pandas.NaT or (isinstance(value, float) and value != value) or value is pandas.NA:
        return None
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "true" if value else "false"
    if isinstance(value, (datetime.datetime, pandas.Timestamp)):
        if value.tzinfo is not None:
            value = value.astimezone(datetime.timezone.utc)
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, bytes):
        return value.decode()
    return str(value) if str(value) != "" else None


def rows(table):
    return [{name: text(value) for name, value in row.items()} for row in table]


found = {}
for path in sorted(folder.iterdir()):
    if path.suffix == ".csv":
        read = pandas.read_csv(path, dtype=str, keep_default_na=False)
        by_duckdb = duckdb.execute("SELECT * FROM read_csv(?, all_varchar = true)", [str(path)])
    elif path.suffix == ".parquet":
        read = pandas.read_parquet(path, dtype_backend="pyarrow")
        by_duckdb = duckdb.execute("SET TimeZone = 'UTC'").execute("SELECT * FROM read_parquet(?)", [str(path)])
    else:
        continue
    names = [column[0] for column in by_duckdb.description]
    found[path.name] = {
        "pandas": rows(read.to_dict("records")),
        "duckdb": rows(dict(zip(names, row)) for row in by_duckdb.fetchall()),
    }
    if path.suffix == ".parquet":
        import pyarrow.parquet

        metadata = pyarrow.parquet.read_metadata(path).metadata or {}
        found[path.name]["metadata"] = {key.decode(): value.decode() for key, value in metadata.items()}

if (folder / "datapackage.json").exists():
    import frictionless

    package = frictionless.Package(str(folder / "datapackage.json"))
    report = package.validate()
    found["frictionless"] = {
        "valid": report.valid,
        "errors": report.flatten(["type", "note"]),
        "rows": [len(resource.read_rows()) for resource in package.resources if resource.format == "csv"] if report.valid else [],
    }

if (folder / "croissant.json").exists():
    import mlcroissant

    dataset = mlcroissant.Dataset(jsonld=str(folder / "croissant.json"))
    sets = dataset.metadata.record_sets
    records = [record for record_set in sets for record in dataset.records(record_set=record_set.id)]
    found["croissant"] = {
        "errors": list(dataset.metadata.ctx.issues.errors),
        "rows": rows({name.split("/")[-1]: value for name, value in record.items()} for record in records),
    }

print(json.dumps(found))
