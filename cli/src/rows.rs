//! A row for each match, as CSV or Parquet.

use crate::file::NewFile;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::sync::Arc;
use touchline_core::rules::GameKind;
use touchline_core::sim::{Cell, ColumnKind, Outcome};

/// Rows that are gathered before they are written as one group.
const GROUP: usize = 50_000;

/// Writes the heading of a CSV table.
pub(crate) fn csv_heading(game: GameKind, out: &mut impl Write) -> io::Result<()> {
    let names: Vec<String> = Outcome::columns_of(game).into_iter().map(|c| c.name).collect();
    writeln!(out, "{}", names.join(","))
}

/// Writes the row of a match; no value needs quotes.
pub(crate) fn csv_row(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    for (n, cell) in outcome.row().into_iter().enumerate() {
        if n > 0 {
            out.write_all(b",")?;
        }
        match cell {
            Cell::Count(count) => write!(out, "{count}")?,
            Cell::Number(Some(number)) => write!(out, "{number}")?,
            Cell::Number(None) => {}
            Cell::Word(word) => out.write_all(word.as_bytes())?,
        }
    }
    out.write_all(b"\n")
}

/// A Parquet file under way.
pub(crate) struct ParquetRows {
    writer: SerializedFileWriter<NewFile>,
    columns: Vec<Values>,
    rows: usize,
}

/// The gathered values of one column.
enum Values {
    Counts(Vec<i64>),
    /// The numbers that are there, and for each row whether one is.
    Numbers(Vec<f64>, Vec<i16>),
    Words(Vec<ByteArray>),
}

impl ParquetRows {
    /// Begins a file; `facts` are kept in its footer.
    pub(crate) fn new(game: GameKind, file: NewFile, facts: &[(&str, String)]) -> io::Result<ParquetRows> {
        let footer =
            facts.iter().map(|(key, value)| KeyValue::new(format!("touchline.{key}"), value.clone())).collect();
        let properties = WriterProperties::builder()
            .set_created_by(format!("touchline {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(footer))
            .build();
        let columns = Outcome::columns_of(game);
        let fields = columns.iter().map(|c| field(&c.name, c.kind)).collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("match").with_fields(fields).build().map_err(failed)?;
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        let columns = columns
            .iter()
            .map(|c| match c.kind {
                ColumnKind::Count => Values::Counts(Vec::new()),
                ColumnKind::Number => Values::Numbers(Vec::new(), Vec::new()),
                ColumnKind::Word => Values::Words(Vec::new()),
            })
            .collect();
        Ok(ParquetRows { writer, columns, rows: 0 })
    }

    /// Adds a match.
    pub(crate) fn add(&mut self, outcome: &Outcome) -> io::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(outcome.row()) {
            match (column, cell) {
                // Parquet keeps unsigned numbers in the bits of signed ones.
                (Values::Counts(values), Cell::Count(count)) => values.push(count as i64),
                (Values::Numbers(values, present), Cell::Number(number)) => {
                    values.extend(number);
                    present.push(i16::from(number.is_some()));
                }
                (Values::Words(values), Cell::Word(word)) => values.push(word.into()),
                // A row is made of its columns' kinds: core tests it.
                _ => return Err(io::Error::other("a value does not fit its column")),
            }
        }
        self.rows += 1;
        if self.rows == GROUP { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for values in &mut self.columns {
            let Some(mut column) = group.next_column().map_err(failed)? else { break };
            match values {
                Values::Counts(values) => {
                    column.typed::<Int64Type>().write_batch(values, None, None).map_err(failed)?;
                    values.clear();
                }
                Values::Numbers(values, present) => {
                    column.typed::<DoubleType>().write_batch(values, Some(present), None).map_err(failed)?;
                    values.clear();
                    present.clear();
                }
                Values::Words(values) => {
                    column.typed::<ByteArrayType>().write_batch(values, None, None).map_err(failed)?;
                    values.clear();
                }
            }
            column.close().map_err(failed)?;
        }
        group.close().map_err(failed)?;
        Ok(())
    }

    /// Writes what is left; the file is then to be put in place.
    pub(crate) fn into_file(mut self) -> io::Result<NewFile> {
        self.write_group()?;
        self.writer.into_inner().map_err(failed)
    }
}

fn field(name: &str, kind: ColumnKind) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical, repetition) = match kind {
        ColumnKind::Count => {
            let unsigned = LogicalType::integer(64, false);
            (Physical::INT64, Some(unsigned), Repetition::REQUIRED)
        }
        ColumnKind::Number => (Physical::DOUBLE, None, Repetition::OPTIONAL),
        ColumnKind::Word => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
    };
    let field = Type::primitive_type_builder(name, physical).with_logical_type(logical).with_repetition(repetition);
    Ok(Arc::new(field.build()?))
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands the error over")]
fn failed(error: ParquetError) -> io::Error {
    io::Error::other(format!("the Parquet file could not be written: {error}"))
}
