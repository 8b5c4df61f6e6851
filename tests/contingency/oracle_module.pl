# Runs Statistics::Contingency on the cases of standard input; see oracle.py for the two formats.
use strict;
use warnings;

BEGIN {
  eval { require Statistics::Contingency; 1 } or do {
    print STDERR "the Perl module Statistics::Contingency is absent: "
      . "install the package libstatistics-contingency-perl\n";
    exit 3;
  };
}

binmode STDIN;
binmode STDOUT;
my $separator = "\x01\x02";    # in place of the blank that labels may hold themselves
my @ratios = qw(accuracy error precision recall F1);

sub unescape { my $text = shift; $text =~ s/%(..)/chr hex $1/ge; return $text }

sub escape {
  my $text = shift;
  $text =~ s/([^A-Za-z0-9.])/sprintf '%%%02X', ord $1/ge;
  return $text;
}

sub show { print join("\t", @_), "\n" }
sub exact { return sprintf '%.17g', shift }

# kind:label:label...; in a hash a label is written 1label or 0label for what its value is.
sub labels {
  my ($kind, @list) = map { unescape($_) } split /:/, shift, -1;
  return $list[0] if $kind eq 'one';
  return { map { substr($_, 1) => substr($_, 0, 1) } @list } if $kind eq 'hash';
  return \@list;
}

my $stats;
my %do = (
  categories => sub { $stats = Statistics::Contingency->new(categories => labels($_[0])) },
  add => sub {
    my ($assigned, $correct) = map { labels($_) } @_[0, 1];
    my $line = '';
    open my $memory, '>', \$line or die;
    my $standard = select $memory;
    local $" = $separator;
    $stats->{verbose} = 1;
    $stats->add_result($assigned, $correct, unescape($_[2]));
    select $standard;
    $line =~ /\A(.*): assigned=\((.*)\) correct=\((.*)\)\n\z/s or die "no such line: $line";
    my ($name, @sides) = ($1, $2, $3);
    show('line', escape($name),
      map { join ':', map { escape($_) } split /$separator/, $_, -1 } @sides);
  },
  set => sub { $stats->set_entries(map { 0 + $_ } @_) },
  ask => sub {
    show('entries', map { $stats->{$_} } qw(a b c d));
    show('hypotheses', $stats->{hypotheses} || 0);
    show('micro', map { my $call = "micro_$_"; exact($stats->$call) } @ratios);
    my $table = eval { $stats->stats_table($_[0]) };
    if (!defined $table) { show('died'); return }
    show('macro', map { my $call = "macro_$_"; exact($stats->$call) } @ratios);
    show('table', escape($table));
    my $all = $stats->category_stats;
    for my $name (sort keys %$all) {
      my $one = $all->{$name};
      my @cells = map { $one->{$_} } qw(a b c d);
      show('category', escape($name), @cells, map { exact($one->{$_}) } @ratios);
    }
  },
);

while (my $line = <STDIN>) {
  chomp $line;
  my ($what, @arguments) = split /\t/, $line, -1;
  $do{$what}->(@arguments);
}
